/** What a fake provider throws. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  /** HTTP status, as a real provider would give it. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  /** True for a failure that the same request may survive. */
  get passing(): boolean {
    return this.status === 429 || this.status >= 500;
  }
}
