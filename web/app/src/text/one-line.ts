/** Returns a text on one line without spaces around it, as the server takes names and descriptions. */
export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
