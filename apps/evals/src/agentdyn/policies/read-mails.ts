import type { Passage } from '@interpose/policies/track-taint';

import { driveMail, serviceMail } from './the-user.ts';

const ADDRESS = /[\w.+-]+@[\w.-]+\.[a-z]{2,}/gi;

/**
 * Labels mails, as the mail tools list them in YAML: a mail is its sender's, and an address in its head stands for the
 * person it belongs to. What a sender writes is indented deeper than any key, so it cannot pass for a head.
 */
export function readMails(result: unknown): readonly Passage[] {
  const text = String(result);
  const mails = text.startsWith('- ') ? text.slice(2).split(/\n- /) : [text];
  return mails.flatMap((mail) => readMail(mail));
}

function readMail(mail: string): readonly Passage[] {
  const sender = /^ {0,2}sender: (\S+)$/m.exec(mail)?.[1];
  if (sender === undefined) return [{ text: mail, trust: 'untrusted' }];
  const trust = serviceMail.has(sender) ? 'trusted' : 'untrusted';
  const sharers = sender === driveMail ? (mail.match(ADDRESS) ?? []) : [];
  return [
    { text: mail, trust, author: sender },
    ...addressees([sender, ...listed(mail), ...sharers]),
  ];
}

/** The addresses under `recipients`, `cc` and `participants`. */
export function listed(entry: string): readonly string[] {
  const lists = entry.matchAll(/^ {0,2}(?:recipients|cc|participants):\n((?: {0,2}- \S+\n?)+)/gm);
  return [...lists].flatMap(([, lines = '']) =>
    [...lines.matchAll(/- (\S+)/g)].map(([, one]) => one!),
  );
}

/** An address may be used once the user names whose it is. */
export function addressees(addresses: readonly string[]): readonly Passage[] {
  return addresses.map((address) => ({ text: address, trust: 'untrusted', author: address }));
}
