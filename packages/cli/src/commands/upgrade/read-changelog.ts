import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { InterposeError } from '@interpose/core';
import valid from 'semver/functions/valid.js';

import { readAt } from '../../app/find-files.ts';

/** The changes of one version, as Markdown without its heading. */
export interface Version {
  readonly version: string;
  readonly text: string;
}

/** Returns the versions of a changelog with a heading `## 1.2.3` for each, in its order. */
export function parseChangelog(text: string): readonly Version[] {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const version = valid(heading.split(' ')[0]?.replace(/[[\]]/g, '') ?? '');
      return version === null ? [] : [{ version, text: lines.join('\n').trim() }];
    });
}

/**
 * Reads the changelog that is packed beside the built command.
 *
 * @throws InterposeError `file_unreadable`.
 */
export function readChangelog(from: string = import.meta.dirname): readonly Version[] {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'CHANGELOG.md');
    if (existsSync(path)) return readAt(path, () => versionsIn(path), 'install interpose again');
    if (folder === dirname(folder))
      throw new InterposeError(
        'file_unreadable',
        'the changelog of this command is not there',
        'install interpose again',
      );
  }
}

function versionsIn(path: string): readonly Version[] {
  const versions = parseChangelog(readFileSync(path, 'utf8'));
  if (versions.length === 0) throw new TypeError('it tells of no version');
  return versions;
}
