/** Copies a field's text; false when the browser forbids it, with the text left selected. */
export async function copyText(field: HTMLTextAreaElement | HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without a secure connection there is no clipboard; selected text can still be copied by hand.
    field.focus();
    field.select();
    return false;
  }
}
