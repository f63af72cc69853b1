import type { PropsWithChildren } from 'react'
import { Providers } from './wallet'

export const metadata = { title: 'Airlock with Next.js' }

export default function Layout({ children }: PropsWithChildren) {
  return (
    <html lang="en">
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  )
}
