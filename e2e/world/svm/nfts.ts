/** NFTs of the local chain: mints without decimals, of which one exists. */
import { address, lamports } from '@solana/kit'
import {
  AuthorityType,
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  createSetAuthorityInstruction,
  ExtensionType,
  getMintLen,
  MINT_SIZE,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { createInitializeInstruction, pack } from '@solana/spl-token-metadata'
import { Keypair, type PublicKey } from '@solana/web3.js'
import type { Chain } from './chain.ts'
import type { Issuer } from './issuer.ts'
import { metaplexAddress, metaplexProgram, writeMetaplex } from './metaplex.ts'
import { mintTo } from './token.ts'

export type NftText = { readonly name: string; readonly symbol?: string; readonly uri: string }

export type SvmNfts = {
  /**
   * With a Metaplex metadata account.
   * @returns the mint
   */
  readonly giveMetaplex: (
    owner: string,
    text: NftText,
    collection?: { readonly mint: string; readonly isVerified: boolean },
  ) => string
  /**
   * A Token-2022 mint that contains its metadata.
   * @returns the mint
   */
  readonly giveToken2022: (owner: string, text: NftText) => string
  /** Without metadata, until a test writes some. @returns the mint */
  readonly giveBare: (owner: string) => string
  /** Writes any bytes to the mint's metadata account, owned by any program. */
  readonly writeMetadata: (mint: string, data: Uint8Array, owner?: string) => void
}

export function createNfts(chain: Chain, issuer: Issuer): SvmNfts {
  const writeMetadata: SvmNfts['writeMetadata'] = (mint, data, owner = metaplexProgram.toBase58()) =>
    chain.svm.setAccount({
      address: address(metaplexAddress(mint)),
      data,
      executable: false,
      lamports: lamports(10_000_000n),
      programAddress: address(owner),
      space: BigInt(data.length),
    })

  function giveBare(owner: string): string {
    const mint = Keypair.generate()
    issuer.run(
      [mint],
      issuer.makeAccount(mint.publicKey, { size: MINT_SIZE, program: TOKEN_PROGRAM_ID }),
      createInitializeMint2Instruction(mint.publicKey, 0, issuer.publicKey, null),
    )
    giveTheOnly(mint.publicKey, owner, TOKEN_PROGRAM_ID)
    return mint.publicKey.toBase58()
  }

  function giveTheOnly(mint: PublicKey, owner: string, program: PublicKey): void {
    mintTo(issuer, { mint, program, owner, amount: 1n })
    issuer.run([], createSetAuthorityInstruction(mint, issuer.publicKey, AuthorityType.MintTokens, null, [], program))
  }

  return {
    giveBare,
    writeMetadata,
    giveMetaplex(owner, text, collection) {
      const mint = giveBare(owner)
      const metadata = { ...text, mint, authority: issuer.publicKey.toBase58() }
      writeMetadata(mint, writeMetaplex({ ...metadata, ...(collection && { collection }) }))
      return mint
    },
    giveToken2022(owner, { name, symbol = '', uri }) {
      const keys = Keypair.generate()
      const [mint, authority, programId] = [keys.publicKey, issuer.publicKey, TOKEN_2022_PROGRAM_ID]
      const metadata = { mint, name, symbol, uri, additionalMetadata: [] }
      const size = getMintLen([ExtensionType.MetadataPointer])
      issuer.run(
        [keys],
        issuer.makeAccount(mint, { size, later: pack(metadata).length + 64, program: programId }),
        createInitializeMetadataPointerInstruction(mint, authority, mint, programId),
        createInitializeMint2Instruction(mint, 0, authority, null, programId),
        createInitializeInstruction({
          programId,
          metadata: mint,
          updateAuthority: authority,
          mint,
          mintAuthority: authority,
          name,
          symbol,
          uri,
        }),
      )
      giveTheOnly(mint, owner, programId)
      return mint.toBase58()
    },
  }
}
