import { pathToFileURL } from 'node:url';

/** Runs the snippets named on the command line one after the other, and says before each which one it is. */
for (const file of process.argv.slice(2)) {
  console.log(`\u0001${file}`);
  await import(pathToFileURL(file).href);
}
