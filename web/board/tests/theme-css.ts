/** One colour, or colours by name. */
type Colours = { [name: string]: string | Colours };

/** Returns the colours of a theme with the names of their custom properties. */
export function properties(colours: Colours, prefix = '--sfb'): [name: string, colour: string][] {
  return Object.entries(colours).flatMap(([name, part]) =>
    typeof part === 'string'
      ? [[`${prefix}-${name}`, part] as [string, string]]
      : properties(part, `${prefix}-${name}`),
  );
}

const HEAD = `/*
 * Colours of the board's themes. Generated from theme.json by the tests: after a change there run \`npx vitest run board -u\`.
 * The attribute data-board-theme on the board's element or an ancestor selects a theme; light and dark follow \`color-scheme\`.
 */
`;

/** Returns the style sheet for the themes of theme.json; the first one is the default. */
export function themeCss(themes: Record<string, { light: Colours; dark: Colours }>): string {
  const blocks = Object.entries(themes).map(([name, { light, dark }], index) => {
    const dim = new Map(properties(dark));
    const lines = properties(light).map(([property, colour]) => {
      const other = dim.get(property);
      return `  ${property}: ${other === colour ? colour : `light-dark(${colour}, ${other})`};\n`;
    });
    return `${index === 0 ? ':root,\n' : ''}[data-board-theme='${name}'] {\n${lines.join('')}}\n`;
  });
  return [HEAD, ...blocks].join('\n');
}
