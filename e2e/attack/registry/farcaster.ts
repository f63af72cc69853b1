/** Farcaster login: messages, signers, contracts and relays that lie. */
import type { Case } from './case.ts'

const attacks = 'service/test/wallet/farcaster/attacks.full.test.ts'
const message = 'service/src/wallet/farcaster/message.ts'
const registry = 'service/src/wallet/farcaster/registry.ts'
const relay = 'service/src/wallet/farcaster/relay.ts'
const login = 'service/src/wallet/domain/farcaster.ts'

export const farcasterCases: readonly Case[] = [
  {
    id: 'C292',
    title: 'a Farcaster message that was signed for another site, page, chain or purpose, or has more in it',
    ends: ['service'],
    defence: [`${message}#readClaim`, `${message}#isWhole`],
    proof: [attacks],
  },
  {
    id: 'C293',
    title: 'a Farcaster answer that is used again, or for another login',
    ends: ['service'],
    defence: [`${message}#nonce`, 'service/src/wallet/domain/farcaster-flow.ts#finish'],
    proof: [attacks],
  },
  {
    id: 'C294',
    title: 'a signer who may not speak for the Farcaster account, or no longer, or only on another chain',
    ends: ['service'],
    defence: [`${registry}#maySpeakFor`, `${registry}#isOfKey`, `${registry}#getChainId`],
    proof: [attacks],
  },
  {
    id: 'C295',
    title: 'a Farcaster message that has expired, or is of another time than its login',
    ends: ['service'],
    defence: [`${message}#isCurrent`],
    proof: [attacks],
  },
  {
    id: 'C296',
    title: 'a contract that calls every signature valid speaks for the Farcaster account of somebody else',
    ends: ['service'],
    defence: [`${registry}#maySpeakFor`, `${registry}#validWord`],
    proof: [attacks],
  },
  {
    id: 'C297',
    title: 'a relay of Farcaster swaps channels or answers, names another account, or answers without end',
    ends: ['service'],
    defence: [`${relay}#isCodeOf`, `${relay}#Completed`, 'service/src/wallet/farcaster/bounded-fetch.ts#boundedFetch'],
    proof: [attacks],
  },
  {
    id: 'C298',
    title: 'a Farcaster login is completed by another device, or by whoever has read its code',
    ends: ['service'],
    defence: [`${login}#requireMine`, `${login}#complete`],
    proof: [attacks],
  },
  {
    id: 'C344',
    title: 'one of several nodes decides who may sign in for a Farcaster account',
    ends: ['service'],
    defence: ['service/src/wallet/farcaster/registry.ts#createRegistry'],
    proof: ['service/test/wallet/farcaster/registry.test.ts'],
  },
]
