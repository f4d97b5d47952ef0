/** Copies a field's text. Returns false if the browser forbids it and leaves the text selected. */
export async function copyText(field: HTMLTextAreaElement | HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without a secure connection there is no clipboard, but selected text can be copied by hand.
    field.focus();
    field.select();
    return false;
  }
}
