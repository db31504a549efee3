const referenced = '// #region Referenced (internal)\n';
const end = '// #endregion';

/**
 * Removes from each surface the referenced types that an earlier surface has word for word: a changed type then shows
 * as one change, in the first surface that has it. Different types of one name all stay.
 *
 * @example
 * const own = '// #region Types\nexport type Id = string;\n// #endregion\n';
 * const other = '// #region Referenced (internal)\ntype Id = string;\n// #endregion\n';
 * withoutRepeats([own, other])[1]; // => ''
 */
export function withoutRepeats(surfaces: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return surfaces.map((surface) => {
    const at = surface.indexOf(referenced);
    const own = at === -1 ? surface : surface.slice(0, at);
    const reached = at === -1 ? '' : surface.slice(at + referenced.length).replace(end, '');
    const left = declarationsOf(reached).filter((declaration) => !seen.has(declaration));
    for (const declaration of [...declarationsOf(own), ...left])
      seen.add(declaration.replace(/^export (?:declare )?/, ''));
    if (left.length === 0) return own.trimEnd() === '' ? '' : `${own.trimEnd()}\n`;
    return `${own}${referenced}${left.join('\n')}\n${end}\n`;
  });
}

/** Returns the declarations of a surface, each from its first line to the line that closes it. */
function declarationsOf(text: string): readonly string[] {
  const declarations: string[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('//') || /^ ?[/*]/.test(line)) continue;
    if (/^(?:export |declare |abstract |interface |type |class |function |const |enum )/.test(line))
      declarations.push(line);
    else if (declarations.length > 0) declarations.push(`${declarations.pop()!}\n${line}`);
  }
  return declarations;
}
