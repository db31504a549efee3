/** The pages in the order of the navigation, each with the letter that leads there after `g`. */
export const PAGES = [
  { to: '/', name: 'Live', key: 'l' },
  { to: '/approvals', name: 'Approvals', key: 'a' },
  { to: '/sessions', name: 'Sessions', key: 's' },
  { to: '/policies', name: 'Policies', key: 'p' },
  { to: '/agents', name: 'Agents', key: 'e' },
  { to: '/audit', name: 'Audit', key: 'u' },
  { to: '/settings', name: 'Settings', key: 't' },
] as const;
