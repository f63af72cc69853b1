/** Mutants for social login. */
import { type Mutant, weaken } from './mutant.ts'

const social = 'service/src/wallet/domain/social.ts'
const pageReturn = 'host-sdk/src/login-return.ts'
const wallet = 'frame-app/src/wallet/login/social-login.ts'
const openid = 'service/src/wallet/social/openid.ts'

export const socialMutants: readonly Mutant[] = [
  weaken(
    'C240',
    'whoever knows the state may answer for the person at the provider',
    social,
    ' || !isSame(token, confirmToken(flow.id))',
    '',
  ),
  weaken('C240', 'any number is the right one', social, ' && picked === flow.matchNumber', ''),
  weaken(
    'C240',
    'after a redirect no code is needed',
    social,
    'payload.returnTo !== undefined && !isSame(',
    'payload.returnTo === "" && !isSame(',
  ),
  weaken(
    'C241',
    'a provider may answer for another',
    social,
    'payload.provider !== providerId',
    "payload.provider === ''",
  ),
  weaken(
    'C242',
    'an answer is exchanged as often as it comes',
    social,
    "if (!(await advance(flow, steps.exchange))) throw new Refusal('ALREADY_USED')",
    'await advance(flow, steps.exchange)',
  ),
  weaken(
    'C242',
    'a login is completed as often as it is asked for',
    social,
    "if (!(await tx.flows.advance({ flowId: flow.id, ...steps.finish, now }))) throw new Refusal('ALREADY_USED')",
    'await tx.flows.find(flow.id, now)',
  ),
  weaken(
    'C243',
    'no verifier is needed',
    social,
    "!isSame(challengeOf(verifier), flow.challenge ?? '')",
    'verifier === flow.id',
  ),
  weaken(
    'C243',
    'any device may complete a login',
    social,
    ' && flow.jkt === device.jkt',
    ' && device.jkt !== flow.id',
  ),
  weaken(
    'C244',
    'a redirect ends where its address begins alike',
    social,
    'originOf(returnTo) !== hostOrigin',
    '!returnTo.startsWith(hostOrigin)',
  ),
  weaken('C245', 'the nonce is not checked', openid, '        expectedNonce: nonce,\n', ''),
  weaken(
    'C245',
    'the signature is not checked',
    openid,
    '[client.allowInsecureRequests, client.enableNonRepudiationChecks]',
    '[client.allowInsecureRequests]',
  ),
  weaken(
    'C246',
    'a provider without S256 is used',
    openid,
    "methods && !methods.includes('S256')",
    "methods?.includes('none')",
  ),
  weaken('C246', 'the provider is not sent the verifier', openid, '        pkceCodeVerifier: verifier,\n', ''),
  weaken(
    'C247',
    'an equal address is a separate account without a word',
    social,
    'request.isSeparate !== true',
    'request.isSeparate === true',
  ),
  weaken(
    'C247',
    'an address counts that nobody has verified',
    'service/src/wallet/social/profiles.ts',
    '!isVerified || typeof value',
    'typeof value',
  ),
  weaken(
    'C248',
    'another page may submit the number',
    'service/src/wallet/pages/social.ts',
    'await readForm(c, ConfirmForm, publicUrl)',
    'ConfirmForm.parse(await c.req.parseBody())',
  ),
  weaken('C249', 'a login goes on without its provider', social, '      await advance(flow, steps.unreachable)\n', ''),
  weaken(
    'C249',
    'logins are begun without end',
    social,
    "    await rates.hitFrom('socialsFromNetworkPerMinute', from.caller.address, now)\n",
    '',
  ),
  weaken('C260', 'any result is handed on', pageReturn, 'if (left === undefined) return', ''),
  weaken('C260', 'a note counts again', pageReturn, 'sessionStorage.removeItem(keyOf(projectId))', ''),
  weaken('C260', 'a note counts for ever', pageReturn, 'Math.abs(Date.now() - at) < lifetimeMs', 'at > 0'),
  weaken(
    'C261',
    'the page leaves without a press',
    pageReturn,
    "if (navigator.userActivation?.isActive === false) throw new AirlockError('NEEDS_CLICK')",
    '',
  ),
  weaken(
    'C261',
    'a ticket may be any text',
    'protocol/src/contracts/host-link/received-by-host.ts',
    'z.string().check(z.regex(/^[\\w-]{43}$/))',
    'z.string()',
  ),
  weaken('C262', 'a ticket may be any text', 'service/src/frames/app.ts', '|| !/^[\\w-]{43}$/.test(ticket)', ''),
  weaken(
    'C262',
    'projects without social logins have the way, too',
    'service/src/frames/app.ts',
    'record?.walletServiceUrl === undefined || !record.socials',
    'record?.walletServiceUrl === undefined',
  ),
  weaken('C263', 'any result belongs to the login', wallet, ' || flowId !== flow.flowId', ''),
  weaken('C263', 'a result at any site', wallet, 'url?.origin !== hostOrigin || ', ''),
]
