/** Messages at form fields whose value cannot be sent, in place of the browser's bubbles. */

import { m } from '../paraglide/messages.js';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns what is wrong with the value of a field. */
export function fieldMessage(field: Field): string {
  const { validity, type } = field;
  if (validity.valueMissing) return type === 'checkbox' ? m.field_unticked() : m.field_missing();
  if (validity.tooShort && 'minLength' in field) return m.field_too_short({ count: field.minLength });
  if (type === 'email') return m.field_no_email();
  const { min, max } = field instanceof HTMLInputElement ? field : { min: '', max: '' };
  if (min !== '' && max !== '') return m.field_number({ min, max });
  return field.validationMessage;
}

/** Messages that are shown, with the fields' state without them. */
const shown = new WeakMap<Field, { message: HTMLElement; invalid: string | null; described: string | null }>();
let messages = 0;

/** Shows the message of a field until its value changes. The first field of a form gets the focus. */
export function showFieldMessage(field: Field): void {
  hide(field);
  const message = document.createElement('p');
  message.className = 'error';
  message.id = `field-message-${++messages}`;
  message.textContent = fieldMessage(field);
  shown.set(field, {
    message,
    invalid: field.getAttribute('aria-invalid'),
    described: field.getAttribute('aria-describedby'),
  });
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', [message.id, field.getAttribute('aria-describedby') ?? ''].join(' ').trim());
  // In the field's frame, or after the label around it.
  const frame = field.closest('.field');
  if (frame) frame.append(message);
  else (field.closest('label') ?? field).after(message);
  field.addEventListener('input', () => hide(field), { once: true });
  const invalid = [...(field.form?.elements ?? [])].find((one) => (one as Field).validity?.valid === false);
  if (invalid === field) field.focus();
}

function hide(field: Field): void {
  const now = shown.get(field);
  if (!now) return;
  now.message.remove();
  restore(field, 'aria-invalid', now.invalid);
  restore(field, 'aria-describedby', now.described);
  shown.delete(field);
}

function restore(field: Field, name: string, value: string | null): void {
  if (value === null) field.removeAttribute(name);
  else field.setAttribute(name, value);
}
