import { describe, expect, it } from 'vitest';
import { divided, filled, messageModule } from './language-scripts.ts';
import type { Catalogues } from './language-scripts.ts';

const catalogue = (...messages: [string, () => string][]): Map<string, string> =>
  new Map(messages.map(([id, message]) => [id, message.toString()]));

// Messages as paraglide compiles them.
const registry = { plural: (locale: string, count: number) => new Intl.PluralRules(locale).select(count) };
const ENGLISH = catalogue(
  ['hello', () => 'Hello'],
  ['moves', ((i: { count: number }) => (registry.plural('en', i.count) === 'one' ? 'a move' : 'moves')) as never],
);
const RUSSIAN = catalogue(
  ['hello', () => 'Привет'],
  ['moves', ((i: { count: number }) => (registry.plural('ru', i.count) === 'few' ? 'хода' : 'ходов')) as never],
);
const ALL: Catalogues = new Map([
  ['en', ENGLISH],
  ['ru', RUSSIAN],
]);

/** Runs a script with two messages and returns what they say. */
function said(code: string, { plural }: typeof registry): string[] {
  return new Function('plural', `${code}\nreturn [hello(), moves({ count: 2 })];`)(plural) as string[];
}

describe('the scripts of a language', () => {
  it('have its messages in the places of the placeholders', () => {
    const code = ['hello', 'moves']
      .map((id) =>
        messageModule(id, ALL)
          .replace(/import .*?;/, '')
          .replace('export ', ''),
      )
      .join('\n');
    expect(said(filled(code, 'en', ALL), registry)).toEqual(['Hello', 'moves']);
    expect(said(filled(code, 'ru', ALL), registry)).toEqual(['Привет', 'хода']);
  });

  it('have them after the compiler has changed quotes and names', () => {
    const code = 'const hello=__MESSAGE__(`hello`),moves=__MESSAGE__("moves",plural);';
    expect(said(filled(code, 'ru', ALL), registry)).toEqual(['Привет', 'хода']);
  });

  it('are not written without one of their messages', () => {
    expect(() => filled("__MESSAGE__('goodbye')", 'en', ALL)).toThrow('goodbye is missing in en');
  });

  it('import what a message calls in any language', () => {
    const english = catalogue(['moves', () => 'moves']);
    expect(messageModule('moves', new Map(ALL).set('en', english))).toMatch(/^import \{ plural \}/);
    expect(messageModule('hello', ALL)).not.toContain('import');
  });
});

it('each message has a module, under the name by which the page knows it', () => {
  const list = [
    'export const hello = /** @type {() => string} */ (() => "")',
    'const theme_veryfar1 = () => ""',
    'export { theme_veryfar1 as "theme_veryFar" }',
  ];
  expect(divided(list.join('\n'))).toBe(
    "export { hello } from 'message:hello';\nexport { theme_veryfar1 as theme_veryFar } from 'message:theme_veryfar1';",
  );
});
