import type { Reads } from '../provenance/passage.ts';
import { writtenBy } from './written-by.ts';

/**
 * Reads mails, as records in a value, in JSON or in YAML, or one as it travels with `From:` in front. A mail is its sender's,
 * and an address in its head may be used once the user names whose it is.
 *
 * @example
 * trackTaint({ tools: { read_inbox: { effect: 'none', reads: readMails } } });
 */
export const readMails: Exclude<Reads, string> = writtenBy({
  authors: ['from', 'sender', 'fromaddress', 'sentby', 'author'],
  people: ['to', 'recipients', 'recipient', 'cc', 'bcc', 'replyto', 'participants'],
});

/**
 * Reads calendar entries, as records in a value, in JSON or in YAML: an entry is its organiser's, and the addresses of those
 * who take part stand for them.
 *
 * @example
 * trackTaint({ tools: { get_events: { effect: 'none', reads: readCalendar } } });
 */
export const readCalendar: Exclude<Reads, string> = writtenBy({
  authors: ['organizer', 'organiser', 'creator', 'createdby', 'owner', 'host'],
  people: ['participants', 'attendees', 'invitees', 'guests'],
});

/**
 * Reads messages of a chat, as records in a value, in JSON or in YAML: a message is its sender's.
 *
 * @example
 * trackTaint({ tools: { read_channel_messages: { effect: 'none', reads: readChat } } });
 */
export const readChat: Exclude<Reads, string> = writtenBy({
  authors: ['sender', 'from', 'author', 'user', 'username', 'sentby', 'name'],
  people: ['recipient', 'recipients', 'to', 'members', 'mentions'],
});
