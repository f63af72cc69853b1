/** Social login and Farcaster login: links, providers, messages, answers and windows of others. */
import type { Case } from './case.ts'
import { farcasterAttacks, socialAttacks } from './proofs.ts'

const social = 'service/src/wallet/domain/social.ts'
const pageReturn = 'host-sdk/src/login-return.ts'
const openid = 'service/src/wallet/social/openid.ts'
const farcasterMessage = 'service/src/wallet/farcaster/message.ts'
const farcasterRegistry = 'service/src/wallet/farcaster/registry.ts'
const farcasterRelay = 'service/src/wallet/farcaster/relay.ts'
const farcasterLogin = 'service/src/wallet/domain/farcaster.ts'

export const socialCases: readonly Case[] = [
  {
    id: 'C371',
    title: 'a few addresses of one network use up the social logins that all users of a project share',
    ends: ['service'],
    defence: ['service/src/wallet/domain/rates.ts#rateTable', 'service/src/wallet/domain/rates.ts#createRateKeeper'],
    proof: ['service/test/wallet/social/attacks.test.ts'],
  },
  {
    id: 'C348',
    title: 'the page that gets the code of a full-page login has begun that login itself',
    ends: ['service'],
    defence: [`${social}#proven`, `${social}#withReturnCode`],
    proof: [socialAttacks],
  },
  {
    id: 'C349',
    title: 'whoever began a login learns the address and the name of the user who came back, without the proof',
    ends: ['service'],
    defence: [`${social}#whoseLink`],
    proof: [socialAttacks],
  },
  {
    id: 'C350',
    title: 'somebody signs in to an account on a new device, and its user hears nothing',
    ends: ['service'],
    defence: ['service/src/wallet/domain/sign-in.ts#tellAll'],
    proof: ['service/test/wallet/social/social.test.ts'],
  },
  {
    id: 'C240',
    title: 'phishing: a victim signs in through the address of the attacker’s own social login',
    ends: ['service'],
    defence: [`${social}#confirmToken`, `${social}#confirm`, `${social}#returnCode`],
    proof: [socialAttacks],
  },
  {
    id: 'C241',
    title: 'one provider answers for another (mix-up)',
    ends: ['service'],
    defence: [`${social}#comeBack`, `${openid}#discover`],
    proof: [socialAttacks],
  },
  {
    id: 'C242',
    title: 'the answer of a provider is used again, or late',
    ends: ['service'],
    defence: [`${social}#exchange`, `${social}#requireFirst`],
    proof: [socialAttacks],
  },
  {
    id: 'C243',
    title: 'a stolen state, ticket, id or result of a social login',
    ends: ['service'],
    defence: [`${social}#requireProven`, 'service/src/wallet/domain/flow.ts#requireOwn'],
    proof: [socialAttacks],
  },
  {
    id: 'C244',
    title: 'a social login as an open redirect',
    ends: ['service'],
    defence: [`${social}#originOf`, `${social}#withResult`],
    proof: [socialAttacks],
  },
  {
    id: 'C245',
    title: 'an ID token for another client, login or time, or by another key',
    ends: ['service'],
    defence: [`${openid}#exchange`],
    proof: [socialAttacks],
  },
  {
    id: 'C246',
    title: 'PKCE downgraded, at the provider or on the way there',
    ends: ['service'],
    defence: [`${openid}#discover`, `${openid}#pkceCodeVerifier`],
    proof: [socialAttacks],
  },
  {
    id: 'C247',
    title: 'an account taken over, or prepared for a victim, by an equal email address',
    ends: ['service'],
    defence: [`${social}#complete`, 'service/src/wallet/social/profiles.ts#emailOf'],
    proof: [socialAttacks, 'service/test/wallet/social/social.test.ts'],
  },
  {
    id: 'C248',
    title: 'the number of a social login submitted by another page, or its page framed',
    ends: ['service'],
    defence: ['service/src/wallet/pages/mail-pages.ts#readForm', 'service/src/wallet/pages/layout.ts#pageHeaders'],
    proof: [socialAttacks],
  },
  {
    id: 'C249',
    title: 'a provider that is down, or an endless number of started logins',
    ends: ['service'],
    defence: [`${social}#leave`, 'service/src/wallet/domain/rates.ts#socialsFromNetworkPerMinute'],
    proof: [socialAttacks],
  },
  {
    id: 'C260',
    title: 'a link with the result of a login that this tab did not leave for, or a result that is used again',
    ends: ['page'],
    defence: [`${pageReturn}#takeNote`, `${pageReturn}#removeResult`],
    proof: ['host-sdk/test/login-return.test.ts'],
  },
  {
    id: 'C261',
    title: 'without a press, the frame leads the page away as for a social login, or learns its address',
    ends: ['page'],
    defence: [`${pageReturn}#expectOwnPress`, 'protocol/src/contracts/host-link/received-by-host.ts#Ticket'],
    proof: ['host-sdk/test/login-return.test.ts', 'protocol/test/contracts.test.ts'],
  },
  {
    id: 'C262',
    title: 'the modal’s way to a social login as an open redirect',
    ends: ['service'],
    defence: ['service/src/frames/social-redirect.ts#isTicket', 'service/src/frames/social-redirect.ts#socialRedirect'],
    proof: ['service/test/app.test.ts'],
  },
  {
    id: 'C263',
    title: 'the result of another login, or at another site, completes the login of this device',
    ends: ['wallet'],
    defence: ['frame-app/src/wallet/login/social-login.ts#flowOf'],
    proof: ['frame-app/src/wallet/login/social-login.test.ts'],
  },
  {
    id: 'C346',
    title: 'a social login that somebody began is added to the account of whoever signs in next on the device',
    ends: ['service', 'modal'],
    defence: [
      'service/src/wallet/domain/social.ts#requireAddressOf',
      'frame-app/src/modal/features/login/email-login.ts#linkSocial',
    ],
    proof: ['service/test/wallet/social/social.test.ts', 'frame-app/test/email-login.test.ts'],
  },
  {
    id: 'C292',
    title: 'a Farcaster message that was signed for another site, page, chain or purpose, or has more in it',
    ends: ['service'],
    defence: [`${farcasterMessage}#readClaim`, `${farcasterMessage}#isWhole`],
    proof: [farcasterAttacks],
  },
  {
    id: 'C293',
    title: 'a Farcaster answer that is used again, or for another login',
    ends: ['service'],
    defence: [`${farcasterMessage}#nonce`, `${farcasterLogin}#finish`],
    proof: [farcasterAttacks],
  },
  {
    id: 'C294',
    title: 'a signer who may not speak for the Farcaster account, or no longer, or only on another chain',
    ends: ['service'],
    defence: [`${farcasterRegistry}#maySpeakFor`, `${farcasterRegistry}#isOfKey`, `${farcasterRegistry}#getChainId`],
    proof: [farcasterAttacks],
  },
  {
    id: 'C295',
    title: 'a Farcaster message that has expired, or is of another time than its login',
    ends: ['service'],
    defence: [`${farcasterMessage}#isCurrent`],
    proof: [farcasterAttacks],
  },
  {
    id: 'C296',
    title: 'a contract that calls every signature valid speaks for the Farcaster account of somebody else',
    ends: ['service'],
    defence: [`${farcasterRegistry}#maySpeakFor`, `${farcasterRegistry}#validWord`],
    proof: [farcasterAttacks],
  },
  {
    id: 'C297',
    title: 'a relay of Farcaster swaps channels or answers, names another account, or answers without end',
    ends: ['service'],
    defence: [
      `${farcasterRelay}#isCodeOf`,
      `${farcasterRelay}#Completed`,
      'service/src/wallet/farcaster/bounded-fetch.ts#boundedFetch',
    ],
    proof: [farcasterAttacks],
  },
  {
    id: 'C298',
    title: 'a Farcaster login is completed by another device, or by whoever has read its code',
    ends: ['service'],
    defence: ['service/src/wallet/domain/flow.ts#requireOwn', `${farcasterLogin}#complete`],
    proof: [farcasterAttacks],
  },
  {
    id: 'C344',
    title: 'one of several nodes decides who may sign in for a Farcaster account',
    ends: ['service'],
    defence: ['service/src/wallet/farcaster/registry.ts#createRegistry'],
    proof: ['service/test/wallet/farcaster/registry.test.ts'],
  },
]
