const { stdout } = process;
const write = stdout.write.bind(stdout);

/** Standard output as the command itself writes it, also after `keepForJson`. */
export const ownOutput: NodeJS.WriteStream = Object.create(stdout, {
  write: { value: write },
}) as NodeJS.WriteStream;

/**
 * Keeps standard output for the JSON of the command. What policies print while they load or decide goes to standard
 * error, where it does not break the JSON.
 */
export function keepForJson(): void {
  const { stderr } = process;
  stdout.write = stderr.write.bind(stderr);
}
