const requests =
  'ping|initialize|server/discover|completion/complete|logging/setLevel|roots/list|prompts/(get|list)|' +
  'sampling/createMessage|elicitation/create|subscriptions/listen|tools/(call|list)|' +
  'resources/(list|read|(un)?subscribe|templates/list)|tasks/(get|result|list|cancel)';
const notifications =
  'cancelled|progress|initialized|message|elicitation/complete|resources/updated|tasks/status|' +
  'subscriptions/acknowledged|(prompts|resources|roots|tools)/list_changed';

/** The pattern of every method in a supported version of MCP, of either side; a test compares it with the census. */
export const KNOWN_METHODS: RegExp = new RegExp(`^(${requests}|notifications/(${notifications}))$`);
