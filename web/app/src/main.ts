import './app.css';
import { mount } from 'svelte';
import App from './shell/App.svelte';
import { whenIdle } from './domain/idle';
import { loadRules } from './domain/rules';
import { keepContent } from './ui/prerendered';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no element with the id "app"');

const sent = keepContent(target);
// The first board waits for the rules; the app reports if they cannot be loaded. A page that the server has sent whole needs
// none.
const rules = sent === 'whole' ? Promise.resolve() : loadRules();
mount(App, { target });

// The typeface must not delay the first board either, unless the service worker has it here already.
const dress = (): void => void import('./ui/typeface.css').catch(() => undefined);
if (navigator.serviceWorker?.controller) dress();
else rules.finally(() => whenIdle(dress)).catch(() => undefined);

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // The service worker fetches all files, which must not delay the first board. Playing offline is optional: if the browser
  // refuses it, the page works as before.
  const address = `/sw.js?locale=${document.documentElement.lang}`;
  const register = (): void => void navigator.serviceWorker.register(address).catch(() => undefined);
  rules.then(
    () => whenIdle(register),
    () => undefined,
  );
}
