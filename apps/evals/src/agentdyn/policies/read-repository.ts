import type { Passage } from '@interpose/policies/track-taint';

import { parsePython } from './parse-python.ts';
import { addressees } from './read-mails.ts';

type Values = Readonly<Record<string, unknown>>;

/** Labels what is known of a repository: its owner decided who works on it; issues and stars are anybody's. */
export function readRepository(result: unknown): readonly Passage[] {
  try {
    const repository = parsePython(String(result)) as Values;
    const { name, owner, collaborators, stars, issues, ...rest } = repository;
    return [
      { text: `${String(owner)}/${String(name)} ${String(collaborators)}`, trust: 'trusted' },
      { text: JSON.stringify(rest), trust: 'untrusted' },
      ...addressees(parsePython(String(stars)) as readonly string[]),
      ...(parsePython(String(issues)) as readonly Values[]).map(readIssue),
    ];
  } catch {
    return [{ text: String(result), trust: 'untrusted' }];
  }
}

function readIssue(issue: Values): Passage {
  const author = String(issue['owner_username']);
  return { text: JSON.stringify(issue), trust: 'untrusted', author };
}
