import { createContext, use } from 'react'
import { NonceContext } from './nonce.ts'

// The styles of a public page stand in the page itself, so that the first paint waits for no other file.

interface Inlined {
  /** The addresses of the inlined files. */
  files: readonly string[]
  css: string
}

/** The order of the layers, which decides between styles whatever the order in which files arrive. */
export const LAYERS = '@layer base, ui;'

export const InlinedStylesContext = createContext<Inlined>({ files: [], css: LAYERS })

/**
 * A part that is loaded later asks for the styles that it shares with the page, unless a link names them: Vite looks for
 * that. A disabled link fetches nothing. Apart, since React's types do not know the attribute.
 */
const HERE_ALREADY = { rel: 'stylesheet', disabled: true } as const

export function InlinedStyles() {
  const { files, css } = use(InlinedStylesContext)
  const nonce = use(NonceContext)
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: files of our own build */}
      <style nonce={nonce} data-files={files.join(' ')} dangerouslySetInnerHTML={{ __html: css }} />
      {files.map((file) => (
        <link key={file} href={file} {...HERE_ALREADY} />
      ))}
    </>
  )
}

/** Reads the inlined styles back from the page that the server sent. */
export function readInlinedStyles(): Inlined {
  const style = document.querySelector<HTMLStyleElement>('style[data-files]')
  return { files: style?.dataset.files?.split(' ') ?? [], css: style?.textContent ?? LAYERS }
}

interface RouteStyles {
  css?: string[]
}

/** Removes the `#` with which React Router marks the address of a file that several routes share. */
export const fileOf = (address: string): string => address.replace(/#$/, '')

/** The same routes without the style files that are inlined. */
export function withoutInlined<T extends RouteStyles>(
  routes: Readonly<Record<string, T | undefined>>,
  { files }: Inlined,
): Record<string, T> {
  const others = (css: string[] | undefined) => css?.filter((file) => !files.includes(fileOf(file)))
  return Object.fromEntries(
    Object.entries(routes).flatMap(([id, route]) => (route ? [[id, { ...route, css: others(route.css) }]] : [])),
  )
}
