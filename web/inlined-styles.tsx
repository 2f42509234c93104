import { createContext, use } from 'react'
import { NonceContext } from './nonce.ts'

// The styles of a public page stand in the page itself: nothing has to be asked for before its first paint.

interface Inlined {
  /** The addresses of the files that the styles were taken from. */
  files: readonly string[]
  css: string
}

/** Which style wins, whatever the order in which files arrive. */
export const LAYERS = '@layer base, ui;'

export const InlinedStylesContext = createContext<Inlined>({ files: [], css: LAYERS })

export function InlinedStyles() {
  const { files, css } = use(InlinedStylesContext)
  const nonce = use(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: files of our own build
  return <style nonce={nonce} data-files={files.join(' ')} dangerouslySetInnerHTML={{ __html: css }} />
}

/** What the page holds, as the browser finds it. */
export function readInlinedStyles(): Inlined {
  const style = document.querySelector<HTMLStyleElement>('style[data-files]')
  return { files: style?.dataset.files?.split(' ') ?? [], css: style?.textContent ?? LAYERS }
}

interface RouteStyles {
  css?: string[]
}

/** React Router marks a file that several routes share with a `#` at the end of its address. */
export const fileOf = (address: string): string => address.replace(/#$/, '')

/** The same routes, asking for those style files only that are not inlined. */
export function withoutInlined<T extends RouteStyles>(
  routes: Readonly<Record<string, T | undefined>>,
  { files }: Inlined,
): Record<string, T> {
  const others = (css: string[] | undefined) => css?.filter((file) => !files.includes(fileOf(file)))
  return Object.fromEntries(
    Object.entries(routes).flatMap(([id, route]) => (route ? [[id, { ...route, css: others(route.css) }]] : [])),
  )
}
