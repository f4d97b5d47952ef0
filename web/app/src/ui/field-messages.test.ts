// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { showFieldMessage } from './field-messages';

afterEach(() => document.body.replaceChildren());

/** Shows the messages of all fields of a form that cannot be sent. */
function send(html: string): HTMLFormElement {
  document.body.innerHTML = `<form>${html}</form>`;
  const form = document.querySelector('form') as HTMLFormElement;
  form.addEventListener('invalid', (event) => showFieldMessage(event.target as HTMLInputElement), true);
  form.checkValidity();
  return form;
}

it.each([
  ['<input required>', 'Fill this in.'],
  ['<input type="checkbox" required>', 'Tick this to go on.'],
  ['<input type="email" value="anna">', 'An address looks like name@example.org.'],
  ['<input type="number" min="1" max="30" value="31">', 'A number from 1 to 30.'],
])('says what is wrong with %s', (html, message) => {
  const form = send(`<div class="field">${html}</div>`);
  expect([...form.querySelectorAll('.field > .error')].map((one) => one.textContent)).toEqual([message]);
});

it('focuses the first field, and describes each until its value changes', () => {
  const form = send('<input required aria-invalid="false" aria-describedby="hint"><input name="second" required>');
  const [one, other] = form.querySelectorAll('input');
  expect(document.activeElement).toBe(one);
  expect(one?.getAttribute('aria-invalid')).toBe('true');
  expect(one?.getAttribute('aria-describedby')).toMatch(/^field-message-\d+ hint$/);
  one?.dispatchEvent(new Event('input'));
  expect([one?.getAttribute('aria-invalid'), one?.getAttribute('aria-describedby')]).toEqual(['false', 'hint']);
  expect(form.querySelectorAll('.error')).toHaveLength(1);
  form.checkValidity();
  expect(form.querySelectorAll('.error')).toHaveLength(2);
  other?.dispatchEvent(new Event('input'));
  expect(other?.hasAttribute('aria-describedby')).toBe(false);
});
