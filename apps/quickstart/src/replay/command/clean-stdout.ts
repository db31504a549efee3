/**
 * Sends whatever policies and libraries print to standard error from now on, so that a program that
 * reads standard output finds the report alone. Returns what still writes there.
 */
export function cleanStdout(): (text: string) => void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return (text) => void write(`${text}\n`);
}
