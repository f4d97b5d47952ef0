import type { Plugin } from 'vite';

const RULES = /^assets\/saffron_rules_bg-.*\.wasm$/;

/** Makes the browser fetch the rules in parallel with the script that requests them. */
export function preloadRules(): Plugin {
  return {
    name: 'saffron-preload-rules',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => RULES.test(name));
        if (file === undefined) throw new Error('the build has no module of the rules');
        const attrs = { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true, href: `/${file}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
