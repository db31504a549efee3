/** The same report, except that what it throws troubles nobody: whoever is only told of a step decides nothing about it. */
export function reportQuietly<Note>(
  report: ((note: Note) => void) | undefined,
): (note: Note) => void {
  return (note) => {
    try {
      report?.(note);
    } catch {
      // There is nobody left to tell.
    }
  };
}
