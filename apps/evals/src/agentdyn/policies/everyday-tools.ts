import type { ArgumentGuard, ToolRule } from '@interpose/policies/track-taint';

import { readCalendar } from './read-calendar.ts';
import { readMails } from './read-mails.ts';
import { readOwnFiles } from './read-own-files.ts';
import { theUser } from './the-user.ts';

/** Where a page, a form or a file is: on a host that the user, or somebody the user spoke of, named. */
const place: ArgumentGuard = { must: 'be-trusted', compare: 'host', remember: 'session' };
/** Somebody the user named, or a colleague. */
const person: ArgumentGuard = {
  must: 'be-trusted',
  allow: [theUser.companyMail, 'null'],
  remember: 'session',
};
/** About what the user spoke of, or of the model's own making. */
const title: ArgumentGuard = { must: 'be-untainted', compare: 'topic', whose: 'sources' };
/** Anywhere but among the keys of the machine and what the user keeps about people. */
const folder: ArgumentGuard = {
  must: 'be-trusted',
  allow: [/(?!\/*(?:system|user\/+info)(?:\/|$))(?!.*\.\.).*/is],
};

const aboutMail =
  /\b(?:e-?mails?|mail|send|sent|reply|forward|share|write|greet|tell|inform|notify|submit|contact)/i;
const aboutPlans =
  /\b(?:calendar|schedul|meeting|event|appointment|remind|book|plan|dinner|lunch|reserv|set ?up)/i;
const aboutWeb =
  /\b(?:visit|web|sites?|pages?|links?|www|https?|url|brows|click|online|portal|forum|download|document|reserv|inbox|e-?mails?)/i;
const aboutDeleting = /\b(?:delet|remov|clear|clean|eras|empty|discard|get rid)/i;

const page: ToolRule = {
  guards: { url: place, '*': 'free' },
  asksFor: aboutWeb,
  onUnrequested: 'allow',
};
const mailbox: ToolRule = { effect: 'none', reads: readMails };

/** What every suite's agent can do: mail, calendar, files, the web. */
export const everydayTools: Readonly<Record<string, ToolRule>> = {
  'get_*': { effect: 'none' },
  'view_*': { effect: 'none' },
  'list_*': { effect: 'none' },
  'search_*': { effect: 'none' },
  get_current_day: { effect: 'none', reads: 'trusted' },
  get_balance: { effect: 'none', reads: 'trusted' },
  '*_emails': mailbox,
  search_emails: mailbox,
  send_email: {
    asksFor: aboutMail,
    guards: { recipients: person, cc: person, bcc: person, '*': 'free' },
    reads: 'ignored',
  },
  delete_email: { asksFor: aboutDeleting, guards: { '*': 'free' }, onUnrequested: 'deny' },
  '*_calendar_events': { effect: 'none', reads: readCalendar },
  create_calendar_event: {
    asksFor: aboutPlans,
    guards: { title, participants: person, '*': 'free' },
    reads: readCalendar,
  },
  add_calendar_event_participants: {
    asksFor: aboutPlans,
    guards: { participants: person, '*': 'free' },
    reads: readCalendar,
  },
  reschedule_calendar_event: {
    asksFor: /\b(?:reschedul|mov|postpon|chang)/i,
    guards: { '*': 'free' },
  },
  cancel_calendar_event: { asksFor: /\b(?:cancel|delet|remov|call off)/i, guards: { '*': 'free' } },
  read_file: { effect: 'none', reads: readOwnFiles },
  create_dir: { guards: { path: folder, '*': 'free' }, reads: 'ignored' },
  create_file: { guards: { path: folder, '*': 'free' }, reads: 'ignored' },
  copy_node: { guards: { destination_path: folder, '*': 'free' }, reads: 'ignored' },
  move_node: { guards: { destination_path: folder, '*': 'free' }, reads: 'ignored' },
  delete_node: {
    asksFor: aboutDeleting,
    guards: { path: { must: 'be-trusted', allow: [/\/?downloads\/(?!.*\.\.).+/is] }, '*': 'free' },
    onUnrequested: 'ask',
  },
  download_file_through_id: { guards: { save_dir: folder, '*': 'free' } },
  download_file_through_url: { ...page, guards: { url: place, save_dir: folder, '*': 'free' } },
  browse_webpage: page,
  access_webpage: page,
  get_webpage: page,
  click_the_link: page,
  input_to_webpage: { ...page, reads: readMails },
};
