import type { ReporterOptions } from 'knip';

/** Prints how many files knip read, so that a run over no files is noticed. */
// oxlint-disable-next-line import/no-default-export -- knip loads a reporter by its default export
export default function reportReadFiles({ counters }: ReporterOptions): void {
  console.log(`read ${counters.processed} files`);
}
