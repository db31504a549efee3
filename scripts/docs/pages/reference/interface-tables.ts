import { join } from 'node:path';

import ts from 'typescript';

import { repositoryRoot } from '../../../list-workspaces.ts';

/** A property of an interface, as the table shows it. */
interface Member {
  readonly name: string;
  readonly type: string;
  readonly says: string;
}

/** Renders the properties of an exported interface as a Markdown table: name, type, and the comment in the source. */
export function interfaceTable(file: string, name: string): string {
  const rows = membersOf(file, name).map(
    ({ name: key, type, says }) =>
      `| \`${key}\` | \`${type.replaceAll('|', '\\|')}\` | ${says.replaceAll('\n', ' ').replaceAll('|', '\\|')} |`,
  );
  return ['| name | type | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function membersOf(file: string, name: string): readonly Member[] {
  const path = join(repositoryRoot, file);
  const source = ts.createSourceFile(
    path,
    ts.sys.readFile(path) ?? '',
    ts.ScriptTarget.Latest,
    true,
  );
  const found = source.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  if (found === undefined) throw new Error(`${file} has no interface ${name}; look where it went`);
  return found.members.flatMap((member) => {
    if (member.name === undefined) return [];
    const optional = member.questionToken === undefined ? '' : '?';
    const type =
      ts.isPropertySignature(member) && member.type !== undefined
        ? member.type.getText(source)
        : member.getText(source).replace(/^[^(<]+/, '');
    const says = ts
      .getJSDocCommentsAndTags(member)
      .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
      .join(' ');
    if (says === '')
      throw new Error(`${file}: ${name}.${member.name.getText(source)} has no comment; write one`);
    return [
      { name: member.name.getText(source) + optional, type: type.replaceAll(/\s+/g, ' '), says },
    ];
  });
}
