/** Style sheet as text, with its imports. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}
