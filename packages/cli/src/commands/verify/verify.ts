import type { CommandSpec } from '../../program/command-spec.ts';

export const verify: CommandSpec = {
  name: 'verify',
  summary: 'check an exported audit of a guardian, offline',
  about:
    "Goes along the chain of an exported audit and names the first record that was changed, dropped, inserted or moved. It needs no guardian, no database and no network. Pin the guardian's public key with --key, so that a chain that somebody made anew does not pass; with --anchors an end that was cut off is found as well. Ends with 1 where the chain is broken.",
  words: [{ name: '<export>', about: 'a file of GET /api/audit/export?format=jsonl' }],
  options: [
    { flags: '--key <file>', about: 'the public key in PEM, as GET /api/audit shows it' },
    { flags: '--anchors <file>', about: 'heads that the guardian wrote outside its database' },
  ],
  examples: [
    ['interpose verify audit.jsonl --key public.pem', 'whether every record is what it was'],
    ['interpose verify audit.jsonl --anchors anchors.jsonl', 'and whether the end is there'],
  ],
  load: async () => (await import('./run-verify.ts')).runVerify,
};
