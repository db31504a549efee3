/** One turn of the conversation in a request, without system and tool messages. */
export type ConversationItem =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      /** Every non-empty text or refusal of the turn. */
      readonly texts: readonly string[];
      readonly callIds: readonly string[];
      /** Every call's name and arguments, as `describeCall` writes them. */
      readonly calls: readonly string[];
    };

/** The expected conversation of a script (cues and answers), or the messages of a request. */
export type Conversation = readonly ConversationItem[];
