/** Formats rows as aligned columns; a column of numbers is aligned to the right. A text stays in its row. */
export function table(rows: readonly (readonly (string | number)[])[], indent = '  '): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, shown(cell).length);
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        typeof cell === 'number'
          ? shown(cell).padStart(widths[column] ?? 0)
          : shown(cell).padEnd(widths[column] ?? 0),
      );
      return `${indent}${cells.join('  ')}`.trimEnd();
    })
    .join('\n');
}

function shown(cell: string | number): string {
  return typeof cell === 'number'
    ? cell.toLocaleString('en')
    : cell.replaceAll('\n', String.raw`\n`);
}

/** Breaks a text at spaces into lines of at most this many columns. Every line of the text is indented. */
export function wrap(text: string, columns: number, indent = ''): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns, indent))
    .join('\n');
}

function wrapLine(text: string, columns: number, indent: string): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const isFirst = line === indent;
    if (!isFirst && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line += isFirst ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}

/** Returns `1 run`, `3 runs`, `2 policies`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : pluralOf(noun)}`;
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
