import type { SecretType } from './secret-types.ts';

/** A kind of token with a known prefix. */
export interface TokenRule {
  readonly type: SecretType;
  /** The prefixes; a token begins with one of them. */
  readonly prefixes: readonly string[];
  /** The part after the prefix, as the source of a regular expression with bounded repetitions. */
  readonly rest: string;
}

const rule = (type: SecretType, prefixes: string, rest: string): TokenRule => ({
  type,
  prefixes: prefixes.split(' '),
  rest,
});
const token = (prefixes: string, rest: string): TokenRule => rule('API_TOKEN', prefixes, rest);

/** The shapes that issuers of tokens publish. A longer prefix stands before a shorter one. */
export const tokenRules: readonly TokenRule[] = [
  rule('AWS_ACCESS_KEY_ID', 'AKIA ASIA ABIA ACCA', '[A-Z0-9]{16}'),
  rule('GCP_KEY', 'AIza', '[\\w-]{35}'),
  rule('GCP_KEY', 'ya29.', '[\\w-]{20,512}'),
  rule('GCP_KEY', 'GOCSPX-', '[\\w-]{28}'),
  rule('GITHUB_TOKEN', 'github_pat_', '\\w{60,120}'),
  rule('GITHUB_TOKEN', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{36,255}'),
  rule(
    'GITLAB_TOKEN',
    'glpat- glptt- gldt- glrt- glcbt- glsoat- glimt- glft- glagent- gloas- glffct-',
    '[\\w.-]{20,255}',
  ),
  rule('SLACK_TOKEN', 'xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd-', '[\\w%-]{10,400}'),
  rule('SLACK_TOKEN', 'xapp-', '\\d-[A-Z0-9]{8,16}-\\d{8,16}-[a-f0-9]{32,128}'),
  rule('SLACK_TOKEN', 'hooks.slack.com/services/', '\\w{8,16}/\\w{8,16}/\\w{20,32}'),
  rule('STRIPE_KEY', 'sk_live_ sk_test_ rk_live_ rk_test_', '[A-Za-z0-9]{16,255}'),
  rule('STRIPE_KEY', 'whsec_', '[A-Za-z0-9+/=]{32,128}'),
  rule('ANTHROPIC_KEY', 'sk-ant-', '[\\w-]{32,255}'),
  rule('OPENAI_KEY', 'sk-proj- sk-svcacct- sk-admin- sk-', '[\\w-]{32,255}'),
  rule('NPM_TOKEN', 'npm_', '[A-Za-z0-9]{36}'),
  rule('PYPI_TOKEN', 'pypi-AgE', '[\\w-]{50,512}'),
  rule('SENDGRID_KEY', 'SG.', '[\\w-]{16,32}\\.[\\w-]{32,64}'),
  rule('TWILIO_KEY', 'SK', '[a-f0-9]{32}'),
  rule('JWT', 'eyJ', '[\\w-]{8,8192}\\.eyJ[\\w-]{8,8192}\\.[\\w-]{8,8192}'),
  token('hf_', '[A-Za-z0-9]{34}'),
  token('dop_v1_ doo_v1_ dor_v1_', '[a-f0-9]{64}'),
  token('shpat_ shpca_ shppa_ shpss_', '[a-fA-F0-9]{32}'),
  token('dapi', '[a-f0-9]{32}(?:-\\d)?'),
  token('hvs. hvb. hvr.', '[\\w-]{24,255}'),
  token('glsa_', '[A-Za-z0-9]{32}_[a-f0-9]{8}'),
  token('glc_', '[A-Za-z0-9+/=]{32,400}'),
  token('lin_api_', '[A-Za-z0-9]{40}'),
  token('ntn_', '[A-Za-z0-9]{40,50}'),
  token('secret_', '[A-Za-z0-9]{43}'),
  token('figd_', '[\\w-]{40,60}'),
  token('ATATT3', '[\\w=-]{100,255}'),
  token('dp.pt. dp.st. dp.ct. dp.sa.', '[A-Za-z0-9.]{40,64}'),
  token('sq0atp- sq0csp-', '[\\w-]{22,64}'),
  token('r8_', '[A-Za-z0-9]{37}'),
  token('gsk_', '[A-Za-z0-9]{48,64}'),
  token('xai-', '[A-Za-z0-9]{70,90}'),
  token('pplx-', '[A-Za-z0-9]{40,64}'),
  token('rubygems_', '[a-f0-9]{48}'),
  token('dckr_pat_ dckr_oat_', '[\\w-]{27,36}'),
  token('AGE-SECRET-KEY-1', '[0-9A-Z]{58}'),
  token('PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'),
  token('NRAK-', '[A-Z0-9]{27}'),
  token('sntryu_', '[a-f0-9]{64}'),
  token('sntrys_', '[\\w+/=-]{40,400}'),
  token('sbp_', '[a-f0-9]{40}'),
  token('pscale_tkn_ pscale_pw_ pscale_oauth_', '[\\w=.-]{32,64}'),
  token('tskey-auth- tskey-api- tskey-client-', '[\\w-]{16,64}'),
  token('ops_eyJ', '[\\w-]{100,2048}'),
  token('pul-', '[a-f0-9]{40}'),
  token('HRKU-', '[\\w-]{36,64}'),
  token('key-', '[a-f0-9]{32}'),
  token('bkua_', '[a-f0-9]{40}'),
  token('CFPAT-', '[\\w-]{43}'),
  token('nfp_', '[A-Za-z0-9]{36}'),
  token('cio', '[A-Za-z0-9]{32}'),
  token('EZAK EZTK', '[A-Za-z0-9]{54}'),
  token('discord.com/api/webhooks/ discordapp.com/api/webhooks/', '\\d{16,20}/[\\w-]{60,80}'),
];
