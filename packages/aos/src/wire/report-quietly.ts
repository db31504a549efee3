/** Wraps a report so that its errors are ignored: a function that is only informed must not affect a decision. */
export function reportQuietly<Note>(
  report: ((note: Note) => void) | undefined,
): (note: Note) => void {
  return (note) => {
    try {
      report?.(note);
    } catch {
      // There is nobody left to inform.
    }
  };
}
