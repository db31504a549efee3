// Generated from the repaired schema of AOS 0.1.0 by `pnpm generate`; not edited by hand.
/** True for what fits; otherwise `errors` holds the first fault. */
export interface Validate {
  (value: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}
export declare const AOSRequest: Validate;
export declare const AOSResponse: Validate;
export declare const AgentTriggerStep: Validate;
export declare const MessageStep: Validate;
export declare const ToolCallRequestStep: Validate;
export declare const ToolCallResultStep: Validate;
export declare const MemoryContextRetrievalStep: Validate;
export declare const MemoryStoreStep: Validate;
export declare const KnowledgeRetrievalStep: Validate;
export declare const MCPMessage: Validate;
export declare const A2AMessageSend: Validate;
export declare const A2AMessageStream: Validate;
export declare const A2ATaskGet: Validate;
export declare const A2ATasksCancel: Validate;
export declare const A2ATasksResubscribe: Validate;
export declare const A2ATaskPushNotificationConfigGet: Validate;
export declare const A2ATaskPushNotificationConfigSet: Validate;
export declare const PingRequest: Validate;
