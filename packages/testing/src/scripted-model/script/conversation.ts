/** What a request shows of one turn of the conversation; system and tool messages are left out. */
export type ConversationItem =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      /** Every non-empty text or refusal that it holds. */
      readonly texts: readonly string[];
      readonly callIds: readonly string[];
      /** Every call's name and arguments as `describeCall` writes them. */
      readonly calls: readonly string[];
    };

/** The conversation as it should have gone: a script's cues and answers, or a request's messages. */
export type Conversation = readonly ConversationItem[];
