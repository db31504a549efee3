/** The webhooks that admins added for notices of asks. */
export interface WebhookTable {
  readonly id: string;
  readonly tenant: string;
  readonly url: string;
  readonly format: string;
  readonly kinds: readonly string[];
  /** Signs the calls; it is shown once, when the webhook is added. */
  readonly secret: string;
  readonly created_at: number;
  readonly created_by: string;
  readonly last_at: number | null;
  readonly last_status: number | null;
  readonly failing: string | null;
}
