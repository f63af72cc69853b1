/** The wallet service: emails, proofs, rate limits. */
import type { Case } from './case.ts'
import { client, fetched, serviceAttacks, tokenList } from './proofs.ts'

export const service: readonly Case[] = [
  {
    id: 'C73',
    title: 'a service behind a proxy takes every client for this computer',
    ends: ['service'],
    defence: ['service/src/config/rules.ts#countProxies', 'service/src/wallet/domain/client.ts#coarsePlace'],
    proof: ['service/test/config.test.ts', client],
  },
  {
    id: 'C74',
    title: 'an attacker uses up the email limit of an address, or of a project',
    ends: ['service'],
    defence: [
      'service/src/wallet/domain/rates.ts#mailsToKnownDevicePerHour',
      'service/src/wallet/domain/client.ts#wideNetworkOf',
    ],
    proof: [serviceAttacks, client],
  },
  {
    id: 'C75',
    title: 'calls with a fresh key or network each, and readiness checks, make the service write endlessly',
    ends: ['service'],
    defence: [
      'service/src/wallet/domain/network-budget.ts#createNetworkBudget',
      'service/src/wallet/domain/token-buckets.ts#makeRoom',
      'service/src/wallet/domain/rates.ts#countFrom',
      'service/src/wallet/domain/client.ts#readAddress',
      'service/src/wallet/http/shared-for.ts#sharedFor',
    ],
    proof: [serviceAttacks, client],
  },
  {
    id: 'C93',
    title: 'twice the limit around the end of a fixed window',
    ends: ['service'],
    defence: ['service/src/store/sql/repositories/limits.ts#slotMs'],
    proof: ['service/test/store/sqlite.test.ts', 'service/test/store/postgres.full.test.ts'],
  },
  {
    id: 'C94',
    title: 'a flood fills the queue for slow hashes, and tries are counted that were never compared',
    ends: ['service'],
    defence: ['service/src/wallet/domain/one-time-code.ts#judge'],
    proof: [serviceAttacks],
  },
  {
    id: 'C95',
    title: 'two logins of one device and address at once have a live code each',
    ends: ['service'],
    defence: ['service/src/store/sql/scope.ts#lockName'],
    proof: ['service/test/store/sqlite.test.ts', 'service/test/store/postgres.full.test.ts'],
  },
  {
    id: 'C101',
    title: 'a request for a host of another name reaches a role that shares the port',
    ends: ['service'],
    defence: ['service/src/start/serve.ts#chooseByHost'],
    proof: ['service/test/serve.test.ts'],
  },
  {
    id: 'C102',
    title: 'a caller makes a node of the operator sign with its own accounts, change, or halt',
    ends: ['service'],
    defence: ['service/src/gateway/nodes/methods.ts#findMethod'],
    proof: ['service/test/gateway/gateway.test.ts'],
  },
  {
    id: 'C103',
    title: 'the name of a token reverses the text around it, or has invisible characters',
    ends: ['service'],
    defence: ['service/src/gateway/networks/text.ts#cleanText'],
    proof: [
      'service/test/gateway/gateway.test.ts',
      'service/test/gateway/gateway-sqlite.test.ts',
      'service/test/gateway/gateway-postgres.full.test.ts',
    ],
  },
  {
    id: 'C136',
    title: 'a token list has invalid rows, hidden or reversed names, or too many entries',
    ends: ['service'],
    defence: [
      'service/src/gateway/networks/token-list.ts#readTokenList',
      'service/src/gateway/tokens/fetched.ts#listLimits',
      'service/src/gateway/tokens/live.ts#maxFetched',
    ],
    proof: [tokenList, fetched],
  },
  {
    id: 'C137',
    title: 'a fetched token list changes the name or the decimals of a known token',
    ends: ['service'],
    defence: ['service/src/gateway/tokens/live.ts#merge'],
    proof: [tokenList],
  },
  {
    id: 'C138',
    title: 'the address of a token list makes the service connect to its own network',
    ends: ['service'],
    defence: ['service/src/gateway/outbound/guarded-fetch.ts#createGuardedFetch'],
    proof: [fetched],
  },
  {
    id: 'C339',
    title: 'strangers fill the log with reports of browsers, or write secrets and lines of their own into it',
    ends: ['service'],
    defence: ['service/src/frames/reports.ts#createReportLines', 'service/src/frames/reports.ts#placeOf'],
    proof: ['service/test/app.test.ts'],
  },
  {
    id: 'C345',
    title:
      'who sits between the service and its mail server or database takes the TLS away, and reads codes, links and passwords',
    ends: ['service'],
    defence: ['service/src/wallet/mail/smtp.ts#connectionTo', 'service/src/config/read.ts#refuseClearText'],
    proof: ['service/test/wallet/mail.test.ts', 'service/test/config.test.ts'],
  },
  {
    id: 'C347',
    title: 'a node of the gateway sends it elsewhere, or answers without end',
    ends: ['service'],
    defence: ['service/src/gateway/nodes/pool.ts#ask'],
    proof: ['service/test/gateway/pool.test.ts'],
  },
]
