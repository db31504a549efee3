import { byName } from '../rules/by-name.ts';
import type { Entry } from '../provenance/ledger.ts';
import { labelled } from './read-passages.ts';
import type { SourceLabel } from '../rules/track-taint-options.ts';

/** Labels texts of a source that is no tool, as declared. Default: untrusted. */
export function sourceLabels(
  sources: Readonly<Record<string, SourceLabel>>,
): (source: string, texts: readonly string[]) => readonly Entry[] {
  const declared = byName(sources);
  return (source, texts) => {
    const label = declared(source) ?? 'untrusted';
    return label === 'ignored' ? [] : texts.flatMap((text) => labelled(label, text));
  };
}
