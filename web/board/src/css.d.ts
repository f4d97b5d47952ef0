/** A style sheet as text, with what it imports. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}
