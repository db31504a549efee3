import type { Reads } from '../provenance/passage.ts';
import { writtenBy } from './written-by.ts';

/**
 * Reads mails: records in a value, in JSON or in YAML, or one mail with its headers (`From:`). The sender is the
 * author. An address in the headers may be used once the user names the person.
 *
 * @example
 * trackTaint({ tools: { read_inbox: { effect: 'none', reads: readMails } } });
 */
export const readMails: Exclude<Reads, string> = writtenBy({
  authors: ['from', 'sender', 'fromaddress', 'sentby', 'author'],
  people: ['to', 'recipients', 'recipient', 'cc', 'bcc', 'replyto', 'participants'],
});

/**
 * Reads calendar entries: records in a value, in JSON or in YAML. The organiser is the author, and the addresses of the
 * participants stand for them.
 *
 * @example
 * trackTaint({ tools: { get_events: { effect: 'none', reads: readCalendar } } });
 */
export const readCalendar: Exclude<Reads, string> = writtenBy({
  authors: ['organizer', 'organiser', 'creator', 'createdby', 'owner', 'host'],
  people: ['participants', 'attendees', 'invitees', 'guests'],
});

/**
 * Reads chat messages: records in a value, in JSON or in YAML. The sender is the author.
 *
 * @example
 * trackTaint({ tools: { read_channel_messages: { effect: 'none', reads: readChat } } });
 */
export const readChat: Exclude<Reads, string> = writtenBy({
  authors: ['sender', 'from', 'author', 'user', 'username', 'sentby', 'name'],
  people: ['recipient', 'recipients', 'to', 'members', 'mentions'],
});
