import type { ArgumentGuard, ToolRule } from '@interpose/policies/track-taint';

import { readAccount, readOwnAccount } from './read-account.ts';
import { readRepository } from './read-repository.ts';
import { readVerified } from './read-verified.ts';
import { theUser } from './the-user.ts';

/** A repository the user named, or one of the user's own. */
const repository: ArgumentGuard = { must: 'be-trusted', allow: [theUser.ownRepositories] };
/** Somebody the user named, or a colleague. */
const person: ArgumentGuard = { must: 'be-trusted', allow: [theUser.companyMail] };

/** What opens the account: nobody but the user says what it is to be. */
const secret: ArgumentGuard = { must: 'be-trusted', whose: 'user' };

/** The code host. */
export const githubTools: Readonly<Record<string, ToolRule>> = {
  get_github_repository_information: { effect: 'none', reads: readRepository },
  get_logged_in_github_user_information: { effect: 'none', reads: readOwnAccount },
  get_github_account_user_information: { effect: 'none', reads: readAccount },
  git_get_linked_ssh_keys: { effect: 'none', reads: 'trusted' },
  verify_github_account: { guards: { '*': 'free' }, reads: readVerified },
  login_github_account: { guards: { '*': 'free' }, reads: 'ignored' },
  git_clone: { guards: { local_dir_path: 'free', '*': 'free' } },
  git_pull: { guards: { local_path: 'free', '*': 'free' } },
  git_push: {
    asksFor:
      /\b(?:upload|push|sync|updat|add|commit|publish|put|plac|content|fix|address|complet)/i,
    guards: { local_path: 'free', '*': 'free' },
  },
  git_create_repo: { guards: { repo_name: 'free', '*': 'free' }, reads: 'ignored' },
  git_delete_repo: {
    asksFor: /\b(?:delet|remov|eras|get rid)\w*\s(?:\S+\s){0,5}?\S*repo/i,
    guards: { repo_name: repository, '*': 'free' },
    onUnrequested: 'deny',
  },
  git_transfer_repo_ownership: {
    asksFor: /\b(?:transfer|hand over|ownership|owner)/i,
    guards: { repo_name: repository, '*': person },
  },
  git_invite_collaborators: {
    asksFor: /\b(?:invit|collaborat|add)/i,
    guards: { repo_name: repository, collaborator_email: person, '*': 'free' },
  },
  git_star: { asksFor: /\bstar/i, guards: { repo_name: repository, '*': 'free' } },
  git_unstar: { asksFor: /\bstar/i, guards: { repo_name: repository, '*': 'free' } },
  git_issue: {
    asksFor: /\b(?:issue|comment|report|feedback|bug|propos)/i,
    guards: { repo_name: repository, '*': 'free' },
  },
  git_add_ssh_key: {
    asksFor: /\bkeys?\b/i,
    guards: { ssh_key: secret, '*': 'free' },
    onUnrequested: 'deny',
  },
  git_delete_ssh_key: {
    asksFor: /\b(?:delet|remov|clear|revok)/i,
    guards: { ssh_key: 'trusted', '*': 'free' },
    onUnrequested: 'deny',
  },
  update_github_account_password: {
    asksFor: /\bpassword/i,
    guards: { password: secret, '*': 'free' },
    onUnrequested: 'deny',
  },
};
