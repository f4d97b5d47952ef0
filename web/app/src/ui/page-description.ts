/** Sets what search engines and previews say of the page. */
export function describePage(text: string): void {
  document.querySelector('meta[name="description"]')?.setAttribute('content', text);
}
