/** What the application knows of the person it works for, from the account it runs under. */
export const theUser: {
  readonly companyMail: RegExp;
  readonly companyHosts: readonly string[];
  readonly ownRepositories: RegExp;
} = {
  /** The company's own mail, its departments included. */
  companyMail: /[\w.+-]+@(?:[\w-]+\.)*bluesparrowtech\.com/i,
  /** Hosts of the company: its site and its drive. */
  companyHosts: ['bluesparrowtech.com', 'bluesparrowtech.drive.com'],
  /** Repositories under the user's own name. */
  ownRepositories: /emmajohnson\/[\w.-]+/i,
};

/** The services behind the tools write to the user from here; the mail server takes such senders from nobody else. */
export const serviceMail: ReadonlySet<string> = new Set([
  'github-noreply@github.com',
  'shopping_platform@mail.com',
]);

/** The company's drive tells who shared a document: a name, and the address it belongs to. */
export const driveMail = 'donotreply@bluesparrowtech.drive.com';
