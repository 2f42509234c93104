/** Example reviews, shown as such until real customers write theirs. */

/** The words on every card. */
export const REVIEW_MARK = 'Exemple d’avis'

export type Review = {
  /** File name of the card, without width and extension. */
  picture: string
  firstName: string
  city: string
  product: string
  productSlug: string
  quote: string
}

export const reviews: readonly Review[] = [
  {
    picture: 'review-01',
    firstName: 'Salma',
    city: 'Casablanca',
    product: 'Lait hydratant corps à l’amande douce',
    productSlug: 'lait-hydratant-corps-amande-douce',
    quote: 'Il pénètre vite et ne colle pas. Ma peau reste douce jusqu’au soir, même en hiver.',
  },
  {
    picture: 'review-02',
    firstName: 'Hind',
    city: 'Rabat',
    product: 'Crème solaire invisible SPF\u00A050',
    productSlug: 'creme-solaire-invisible-spf-50',
    quote: 'Enfin une crème solaire sans traces blanches\u00A0! Je la mets tous les matins sous mon maquillage.',
  },
  {
    picture: 'review-03',
    firstName: 'Nadia',
    city: 'Fès',
    product: 'Gel nettoyant visage à l’aloe vera',
    productSlug: 'gel-nettoyant-visage-aloe-vera',
    quote: 'Il nettoie bien sans tirailler. J’aurais aimé un flacon plus grand.',
  },
  {
    picture: 'review-04',
    firstName: 'Imane',
    city: 'Marrakech',
    product: 'Masque purifiant au ghassoul',
    productSlug: 'masque-purifiant-ghassoul',
    quote: 'L’odeur de rose me rappelle le hammam de mon enfance. Un vrai moment pour moi chaque dimanche.',
  },
  {
    picture: 'review-05',
    firstName: 'Yasmine',
    city: 'Tanger',
    product: 'Sérum éclat à la vitamine\u00A0C',
    productSlug: 'serum-eclat-vitamine-c',
    quote: 'Trois gouttes suffisent. Je trouve mon teint plus frais au réveil.',
  },
  {
    picture: 'review-06',
    firstName: 'Othmane',
    city: 'Agadir',
    product: 'Huile d’argan pure du Souss',
    productSlug: 'huile-argan-pure',
    quote: 'On reconnaît la vraie huile d’argan. Toute la famille s’en sert, barbe comprise.',
  },
  {
    picture: 'review-07',
    firstName: 'Khadija',
    city: 'Meknès',
    product: 'Tisane du soir verveine et fleur d’oranger',
    productSlug: 'tisane-du-soir',
    quote: 'Le goût est délicat et la boîte fait la semaine pour nous deux. C’est devenu notre rituel.',
  },
  {
    picture: 'review-08',
    firstName: 'Meryem',
    city: 'Oujda',
    product: 'Pack Hammam à la maison',
    productSlug: 'pack-hammam-a-la-maison',
    quote: 'Offert à ma mère\u00A0: le colis est arrivé bien emballé et le livreur a appelé avant de passer.',
  },
  {
    picture: 'review-09',
    firstName: 'Anas',
    city: 'Kénitra',
    product: 'Shampoing doux à l’huile de ricin',
    productSlug: 'shampoing-doux-ricin',
    quote: 'Mes cheveux bouclés sont plus faciles à coiffer. Il mousse peu, mais on s’y habitue.',
  },
  {
    picture: 'review-10',
    firstName: 'Ghita',
    city: 'Témara',
    product: 'Pack Routine éclat',
    productSlug: 'pack-routine-eclat',
    quote:
      'Les explications sont claires et les trois produits vont bien ensemble. Commande simple, payée à la livraison.',
  },
]
