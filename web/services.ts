import { createContext } from 'react-router'
import type { Product } from '#features/catalogue/names.ts'

/** What the owner configures and pages show. Texts that are empty are left out of the pages. */
export interface Contact {
  /** International digits for a chat link, such as `212600000000`. */
  chatNumber: string
  chatGreeting: string
  phone: string
  instagram: string
  email: string
  videoUrl: string
  socialUrl: string
  microblogUrl: string
  agencyName: string
  agencyUrl: string
  /** The number under which the CNDP knows how the shop handles personal data. */
  cndpNumber: string
}

/** What the server hands to the loaders. Anonymous by nature: the same for every visitor, so that pages can be kept. */
export interface PageServices {
  contact: Contact
  /** Where the shop is found from outside, without a slash at the end. */
  publicUrl: string
  listProducts(): Promise<readonly Product[]>
  findProduct(id: number): Promise<Product | null>
  /** At most 4 of the same category, never the product itself. */
  listSimilar(id: number): Promise<readonly Product[]>
}

export const pageServices = createContext<PageServices>()
/** A fresh secret a render: marks our own inline scripts, whose hashes then make the page's policy. */
export const scriptNonce = createContext<string>()
