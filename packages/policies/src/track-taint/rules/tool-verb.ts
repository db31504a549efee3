import { askedPattern, type Asked } from './asked-words.ts';

/** The facts that the name of a tool gives about it. */
export interface ToolVerb {
  readonly effect: 'none' | 'write';
  /** The kinds of request in the name; empty if it shows none. */
  readonly asked: readonly Asked[];
  /** The pattern of such a request; undefined if the name shows none. */
  readonly asksFor: RegExp | undefined;
}

const READING = new Set(
  `get list search read view find fetch query lookup look check show describe count browse summarize inspect retrieve load
  open visit access total info information details history status calculate compute estimate compare think`.split(
    /\s+/,
  ),
);

/** First words of a hand-off: `transfer_to_human` pays nobody, it passes the user to a person, who then decides. */
const HANDING = new Set('transfer escalate hand handoff route connect'.split(' '));
const PEOPLE = new Set(
  'human humans operator operators representative representatives supervisor supervisors'.split(
    ' ',
  ),
);

/** Words after which another verb follows: `get_and_delete`. */
const JOINING = new Set(['and', 'or', 'then']);

const WRITING: Readonly<Record<Asked, string>> = {
  sending: 'send reply forward email mail notify message submit',
  paying:
    'pay transfer buy purchase order reorder checkout refund charge donate wire cart money coupon voucher discount credit',
  deleting: 'delete remove cancel clear erase drop unstar revoke discard trash unsubscribe',
  scheduling: 'schedule reschedule postpone calendar event meeting book reserve remind appointment',
  sharing: 'share invite grant collaborator collaborators ownership permission participants',
  publishing: 'publish post tweet comment issue star push release upload',
  changing:
    'change update edit modify rename replace set reset move password reschedule postpone archive hide enable disable activate deactivate toggle mute block suspend',
  creating: 'create add make new write save copy clone download insert append pull',
};

const ASKED_BY_WORD: ReadonlyMap<string, readonly Asked[]> = wordTable();

/** Reads the words in the name of a tool, `get_balance` or `sendMoney`. Without a known word it is a write. */
export function toolVerb(name: string): ToolVerb {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  if (HANDING.has(words[0]!) && words.some((word) => PEOPLE.has(word)))
    return { effect: 'write', asked: [], asksFor: undefined };
  const first = ASKED_BY_WORD.get(words[0]!) ?? [];
  // After "delete" only the verb counts: a user who mentions an event does not want it deleted.
  const telling = first.includes('deleting') ? words.slice(0, 1) : words;
  const asked = [...new Set(telling.flatMap((word) => ASKED_BY_WORD.get(word) ?? []))];
  const verbs = words.filter((_, index) => index === 0 || JOINING.has(words[index - 1]!));
  const isReading =
    verbs.every((word) => READING.has(word)) ||
    (asked.length === 0 && words.some((word) => READING.has(word)));
  if (isReading) return { effect: 'none', asked: [], asksFor: undefined };
  // Copies and new things can serve any request.
  if (asked.every((each) => each === 'creating'))
    return { effect: 'write', asked: [], asksFor: undefined };
  return { effect: 'write', asked, asksFor: askedPattern(asked) };
}

function wordTable(): ReadonlyMap<string, readonly Asked[]> {
  const table = new Map<string, Asked[]>();
  for (const [asked, words] of Object.entries(WRITING))
    for (const word of words.split(' '))
      table.set(word, [...(table.get(word) ?? []), asked as Asked]);
  return table;
}
