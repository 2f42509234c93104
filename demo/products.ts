/** The demo shop's catalogue: invented products of an invented brand. */
import type { Item, PackShot } from '#demo/studio/item.ts'

export type DemoCategory = 'Complément' | 'Cosmetique' | 'Packs'

export type DemoProduct = {
  /** Names the product's pictures; stable across seeds. */
  slug: string
  name: string
  /** The line of its card, where that is not the small print of its label; of a pack its products. */
  contents?: string
  description: string
  usage: string
  /** A pack has those of what is in it. */
  highlights?: string
  precautions: string
  /** Centimes. */
  userPrice: number
  /** Centimes, never above `userPrice`. */
  distributorPrice: number
  stock: number
  category: DemoCategory
  shot: PackShot
}

const brand = 'Rosalia'

const sunscreen: Item = {
  shape: 'tube',
  body: '#fdf3e6',
  cap: '#f2b25c',
  ink: '#5a3510',
  paper: '#fdf3e6',
  band: '#f2b25c',
  brand,
  name: 'Crème solaire SPF\u00A050',
  sub: 'Fini invisible',
  size: '50\u00A0ml',
}

const bodyMilk: Item = {
  shape: 'bottle',
  closure: 'pump',
  body: '#f4c6d4',
  cap: '#ffffff',
  ink: '#5b1f3b',
  paper: '#fdf6f2',
  band: '#e79ab6',
  brand,
  name: 'Lait hydratant',
  sub: 'Corps, amande douce',
  size: '250\u00A0ml',
}

const cleansingGel: Item = {
  shape: 'bottle',
  closure: 'disc',
  body: '#c2d9a8',
  cap: '#f2efe6',
  ink: '#2f4a35',
  paper: '#f7f4ea',
  band: '#b9cfa4',
  brand,
  name: 'Gel nettoyant visage',
  sub: 'Aloe vera, pH doux',
  size: '200\u00A0ml',
}

const brighteningCream: Item = {
  shape: 'jar',
  body: '#f3e7ef',
  cap: '#a8688a',
  ink: '#5b1f3b',
  paper: '#fcf7fa',
  band: '#dcaec5',
  brand,
  name: 'Crème éclaircissante',
  sub: 'Visage, niacinamide 5\u00A0%',
  size: '50\u00A0ml',
}

const antiStainCream: Item = {
  shape: 'tube',
  body: '#e9e4f3',
  cap: '#6d5a94',
  ink: '#35275a',
  paper: '#f8f6fc',
  band: '#b9a8db',
  brand,
  name: 'Crème anti-taches',
  sub: 'Acide azélaïque',
  size: '40\u00A0ml',
}

const serum: Item = {
  shape: 'dropper',
  body: '#9a4f1e',
  cap: '#c9a46a',
  ink: '#2b211c',
  paper: '#faf6ef',
  band: '#e7d2ae',
  brand,
  name: 'Sérum éclat',
  sub: 'Vitamine\u00A0C 10\u00A0%',
  size: '30\u00A0ml',
}

const arganOil: Item = {
  shape: 'dropper',
  body: '#b6792b',
  cap: '#1d1a19',
  ink: '#4a2f0a',
  paper: '#fbf5e8',
  band: '#e2b75f',
  brand,
  name: 'Huile d’argan',
  sub: 'Pressée à froid',
  size: '50\u00A0ml',
}

const roseWater: Item = {
  shape: 'bottle',
  closure: 'disc',
  body: '#f6d7df',
  cap: '#c97a95',
  ink: '#6b1f42',
  paper: '#fff7f9',
  band: '#efb3c6',
  brand,
  name: 'Eau de rose',
  sub: 'Distillée à la vapeur',
  size: '200\u00A0ml',
}

const clayMask: Item = {
  shape: 'jar',
  body: '#cdb9a3',
  cap: '#7a5a3e',
  ink: '#3d2a1a',
  paper: '#f6efe6',
  band: '#c7a17c',
  brand,
  name: 'Masque ghassoul',
  sub: 'Argile de l’Atlas, rose',
  size: '150\u00A0ml',
}

const bodyButter: Item = {
  shape: 'jar',
  body: '#fbf1df',
  cap: '#ffffff',
  ink: '#5a3f14',
  paper: '#fffaf0',
  band: '#ecd5a4',
  brand,
  name: 'Beurre corporel',
  sub: 'Karité, fleur d’oranger',
  size: '200\u00A0ml',
}

const shampoo: Item = {
  shape: 'bottle',
  closure: 'pump',
  body: '#b9c9b5',
  cap: '#2f4a3f',
  ink: '#22382f',
  paper: '#f5f7f2',
  band: '#8fb09a',
  brand,
  name: 'Shampoing doux',
  sub: 'Ricin, romarin',
  size: '300\u00A0ml',
}

const handCream: Item = {
  shape: 'tube',
  body: '#f9e3d6',
  cap: '#ffffff',
  ink: '#7a3418',
  paper: '#fff8f3',
  band: '#f3b99b',
  brand,
  name: 'Crème mains',
  sub: 'Fleur d’oranger, argan',
  size: '75\u00A0ml',
}

const spirulina: Item = {
  shape: 'box',
  closure: 'screw',
  body: '#f7f4ef',
  cap: '#2f4a3f',
  ink: '#22382f',
  paper: '#e3ecdf',
  band: '#7fa387',
  brand,
  name: 'Spiruline',
  sub: 'Comprimés de 500\u00A0mg',
  size: '120\u00A0comprimés',
}

const magnesium: Item = {
  shape: 'box',
  closure: 'screw',
  body: '#dfe9f2',
  cap: '#ffffff',
  ink: '#123a5c',
  paper: '#f4f8fc',
  band: '#8fb8da',
  brand,
  name: 'Magnésium marin',
  sub: 'Avec vitamine\u00A0B6',
  size: '60\u00A0gélules',
}

const vitaminC: Item = {
  shape: 'box',
  closure: 'screw',
  body: '#fbe3d2',
  cap: '#e8743b',
  ink: '#6b2509',
  paper: '#fff6ef',
  band: '#f5b184',
  brand,
  name: 'Vitamine\u00A0C',
  sub: 'Acérola, goût cerise',
  size: '30\u00A0comprimés',
}

const collagen: Item = {
  shape: 'box',
  closure: 'screw',
  body: '#ffffff',
  cap: '#c9a46a',
  ink: '#3d2f16',
  paper: '#f6f1e8',
  band: '#dcc59a',
  brand,
  name: 'Collagène marin',
  sub: 'Peptides, goût neutre',
  size: '150\u00A0g',
}

const omega3: Item = {
  shape: 'box',
  closure: 'screw',
  body: '#c98a2b',
  cap: '#14263b',
  ink: '#14263b',
  paper: '#fdf8ee',
  band: '#f0cf8b',
  brand,
  name: 'Oméga\u00A03',
  sub: 'EPA et DHA',
  size: '60\u00A0capsules',
}

const herbalTea: Item = {
  shape: 'box',
  closure: 'carton',
  body: '#f6d6c9',
  cap: '#c75b3f',
  ink: '#4a1f14',
  paper: '#fffaf6',
  band: '#f0a58e',
  brand,
  name: 'Tisane du soir',
  sub: 'Verveine, fleur d’oranger',
  size: '20\u00A0sachets',
}

const nigellaOil: Item = {
  shape: 'bottle',
  closure: 'disc',
  body: '#4a2f1a',
  cap: '#c9a46a',
  ink: '#2b1c0f',
  paper: '#f8f1e4',
  band: '#d2ab6b',
  brand,
  name: 'Huile de nigelle',
  sub: 'Pressée à froid',
  size: '100\u00A0ml',
}

const yeast: Item = {
  shape: 'box',
  closure: 'screw',
  body: '#f1e6c8',
  cap: '#8a6a1f',
  ink: '#463507',
  paper: '#fdf9ec',
  band: '#e3c871',
  brand,
  name: 'Levure et zinc',
  sub: 'Cheveux et ongles',
  size: '90\u00A0comprimés',
}

const ferments: Item = {
  shape: 'box',
  closure: 'carton',
  body: '#cfe3df',
  cap: '#1f6f68',
  ink: '#0f3d3a',
  paper: '#f7fbfa',
  band: '#86c2b9',
  brand,
  name: 'Ferments lactiques',
  sub: '10\u00A0souches, gélules végétales',
  size: '30\u00A0gélules',
}

const honey: Item = {
  shape: 'jar',
  body: '#d99a2b',
  cap: '#3a2a16',
  ink: '#4a2f0a',
  paper: '#fff8e8',
  band: '#f0c35e',
  brand,
  name: 'Miel de thym',
  sub: 'Gelée royale 3\u00A0%',
  size: '250\u00A0g',
}

export const products: readonly DemoProduct[] = [
  {
    slug: 'creme-solaire-invisible-spf-50',
    name: 'Crème solaire invisible SPF\u00A050',
    contents: 'Sans traces blanches · 50\u00A0ml',
    description:
      'Une crème solaire légère pour le visage, sans traces blanches, qui se porte seule ou sous le maquillage.',
    usage: 'Appliquer généreusement avant de sortir, puis renouveler toutes les deux heures et après chaque baignade.',
    highlights:
      'Pour toutes les peaux, même sensibles\nFiltres UVA et\u00A0UVB, vitamine\u00A0E, glycérine végétale\nTexture légère, sans parfum ajouté\n\nComposition\u00A0: aqua, octocrylene, ethylhexyl salicylate, butyl methoxydibenzoylmethane, glycerin, cetearyl alcohol, tocopheryl acetate, xanthan gum, phenoxyethanol.',
    precautions:
      'Aucune crème ne protège à 100\u00A0%\u00A0: éviter le soleil de midi, porter chapeau et lunettes. Éviter le contact avec les yeux.',
    userPrice: 14950,
    distributorPrice: 11000,
    stock: 86,
    category: 'Cosmetique',
    shot: sunscreen,
  },
  {
    slug: 'lait-hydratant-corps-amande-douce',
    name: 'Lait hydratant corps à l’amande douce',
    description:
      'Un lait fluide pour le corps, vite absorbé, qui laisse la peau souple du matin au soir sans film gras.',
    usage: 'Masser sur une peau propre et sèche, une à deux fois par jour, en insistant sur les coudes et les genoux.',
    highlights:
      'Pour les peaux normales à sèches\nHuile d’amande douce, glycérine végétale, beurre de karité\nTexture fluide, vite absorbée\n\nComposition\u00A0: aqua, prunus amygdalus dulcis oil, glycerin, butyrospermum parkii butter, cetearyl alcohol, sodium benzoate, parfum.',
    precautions:
      'Usage externe. Contient un dérivé de fruit à coque\u00A0: faire un essai au creux du coude avant la première application.',
    userPrice: 9900,
    distributorPrice: 7500,
    stock: 240,
    category: 'Cosmetique',
    shot: bodyMilk,
  },
  {
    slug: 'gel-nettoyant-visage-aloe-vera',
    name: 'Gel nettoyant visage à l’aloe vera',
    description: 'Un gel sans savon qui retire la poussière, la crème solaire et l’excès de sébum sans tirailler.',
    usage: 'Faire mousser une noisette sur le visage humide, matin et soir, puis rincer à l’eau tiède.',
    highlights:
      'Pour les peaux normales à grasses, matin et soir\nJus d’aloe vera, tensioactifs d’origine végétale, panthénol\nSans savon, pH doux\n\nComposition\u00A0: aloe barbadensis leaf juice, aqua, decyl glucoside, coco-betaine, panthenol, glycerin, citric acid, sodium benzoate.',
    precautions: 'Éviter le contour des yeux\u00A0; en cas de contact, rincer abondamment.',
    userPrice: 8900,
    distributorPrice: 6500,
    stock: 310,
    category: 'Cosmetique',
    shot: cleansingGel,
  },
  {
    slug: 'creme-eclaircissante-visage-niacinamide',
    name: 'Crème éclaircissante visage à la niacinamide',
    description:
      'Une crème de jour qui ravive l’éclat du visage et aide à rendre le teint plus uniforme au fil des semaines.',
    usage:
      'Appliquer matin et soir sur le visage et le cou, après le nettoyage. Le jour, terminer par une protection solaire.',
    highlights:
      'Pour les teints ternes ou irréguliers\nNiacinamide 5\u00A0%, extrait de réglisse, acide hyaluronique\nSans hydroquinone ni corticoïde\n\nComposition\u00A0: aqua, niacinamide, glycerin, caprylic/capric triglyceride, glycyrrhiza glabra root extract, sodium hyaluronate, cetearyl alcohol, phenoxyethanol.',
    precautions: 'Ne pas appliquer sur une peau irritée. Espacer les applications si des picotements durent.',
    userPrice: 15900,
    distributorPrice: 11800,
    stock: 74,
    category: 'Cosmetique',
    shot: brighteningCream,
  },
  {
    slug: 'creme-anti-taches-acide-azelaique',
    name: 'Crème anti-taches à l’acide azélaïque',
    contents: 'Soin ciblé du soir · 40\u00A0ml',
    description:
      'Un soin ciblé qui aide à atténuer l’apparence des taches brunes et des marques laissées par les imperfections.',
    usage:
      'Le soir, déposer une fine couche sur les zones concernées du visage. Commencer par trois soirs par semaine.',
    highlights:
      'Pour les taches brunes et les marques d’imperfections\nAcide azélaïque, extrait de réglisse, allantoïne\nSoin du soir, sans parfum ajouté\n\nComposition\u00A0: aqua, azelaic acid, glycerin, cetearyl alcohol, glycyrrhiza glabra root extract, allantoin, xanthan gum, phenoxyethanol.',
    precautions:
      'Protection solaire indispensable le jour. Déconseillé sur une peau lésée\u00A0; demander un avis médical pour une tache qui change d’aspect.',
    userPrice: 17900,
    distributorPrice: 13200,
    stock: 58,
    category: 'Cosmetique',
    shot: antiStainCream,
  },
  {
    slug: 'serum-eclat-vitamine-c',
    name: 'Sérum éclat à la vitamine\u00A0C',
    description: 'Un sérum fluide qui illumine les teints ternes et laisse la peau fraîche, sans effet collant.',
    usage:
      'Le matin, presser trois gouttes sur le visage et le cou, laisser absorber, puis poser crème et protection solaire.',
    highlights:
      'Pour les teints ternes, dès 25\u00A0ans\nVitamine\u00A0C 10\u00A0%, acide férulique, vitamine\u00A0E\nTexture fluide, qui ne colle pas\n\nComposition\u00A0: aqua, ascorbic acid, propanediol, ferulic acid, tocopherol, sodium hyaluronate, phenoxyethanol.',
    precautions:
      'Une légère sensation de chaleur peut apparaître les premiers jours. Refermer après usage et garder à l’abri de la lumière.',
    userPrice: 19900,
    distributorPrice: 14900,
    stock: 2,
    category: 'Cosmetique',
    shot: serum,
  },
  {
    slug: 'huile-argan-pure',
    name: 'Huile d’argan pure du Souss',
    description: 'Une huile d’argan cosmétique, pressée à froid, pour le visage, les mains et la pointe des cheveux.',
    usage: 'Chauffer deux ou trois gouttes entre les paumes, puis presser sur la peau ou lisser sur les longueurs.',
    highlights:
      'Pour le visage, les mains et la pointe des cheveux\nUn seul ingrédient, naturellement riche en vitamine\u00A0E\nPressée à froid, non désodorisée\n\nComposition\u00A0: argania spinosa kernel oil.',
    precautions: 'Usage externe uniquement. Un dépôt ou un léger trouble par temps froid est naturel.',
    userPrice: 12900,
    distributorPrice: 9500,
    stock: 145,
    category: 'Cosmetique',
    shot: arganOil,
  },
  {
    slug: 'eau-de-rose-kelaat-mgouna',
    name: 'Eau de rose de Kelâat M’Gouna',
    description: 'Une eau florale au parfum délicat, pour tonifier la peau après le nettoyage ou rafraîchir le visage.',
    usage: 'Passer sur le visage avec un coton, matin et soir, ou ajouter à un masque au ghassoul.',
    highlights:
      'Pour tous les types de peau\nEau de distillation de Rosa damascena, rien d’autre\nSans alcool ni parfum ajouté\n\nComposition\u00A0: rosa damascena flower water.',
    precautions: 'À conserver au frais après ouverture et à utiliser dans les six mois.',
    userPrice: 6900,
    distributorPrice: 4900,
    stock: 400,
    category: 'Cosmetique',
    shot: roseWater,
  },
  {
    slug: 'masque-purifiant-ghassoul',
    name: 'Masque purifiant au ghassoul',
    description: 'Une argile de l’Atlas déjà hydratée, qui absorbe l’excès de sébum et laisse le grain de peau net.',
    usage:
      'Appliquer une couche fine sur le visage humide, laisser poser 5\u00A0minutes sans laisser sécher, puis rincer. Une fois par semaine.',
    highlights:
      'Pour les peaux mixtes à grasses, une fois par semaine\nGhassoul de l’Atlas, eau de rose, huile d’argan\nDéjà hydraté, prêt à poser\n\nComposition\u00A0: moroccan lava clay, rosa damascena flower water, glycerin, argania spinosa kernel oil, sodium benzoate.',
    precautions: 'Éviter le contour des yeux et les peaux très sèches ou irritées.',
    userPrice: 7900,
    distributorPrice: 5600,
    stock: 120,
    category: 'Cosmetique',
    shot: clayMask,
  },
  {
    slug: 'beurre-corporel-karite',
    name: 'Beurre corporel au karité',
    description: 'Un baume fondant pour les peaux très sèches, au parfum discret de fleur d’oranger.',
    usage: 'Réchauffer une noix entre les mains et masser le soir sur les jambes, les coudes et les talons.',
    highlights:
      'Pour les peaux très sèches\nBeurre de karité, huile d’olive, cire d’abeille\nFond au contact de la peau\n\nComposition\u00A0: butyrospermum parkii butter, olea europaea fruit oil, cera alba, citrus aurantium dulcis flower oil, tocopherol.',
    precautions: 'Usage externe. Conserver à l’abri de la chaleur\u00A0: le beurre fond à plus de 30 °C.',
    userPrice: 11900,
    distributorPrice: 8500,
    stock: 0,
    category: 'Cosmetique',
    shot: bodyButter,
  },
  {
    slug: 'shampoing-doux-ricin',
    name: 'Shampoing doux à l’huile de ricin',
    description: 'Un shampoing quotidien à la mousse fine, pour les cheveux secs, bouclés ou fragilisés.',
    usage: 'Masser sur cheveux mouillés, laisser agir une minute, rincer, puis recommencer si besoin.',
    highlights:
      'Pour les cheveux secs, bouclés ou fragilisés\nHuile de ricin, hydrolat de romarin, protéines de blé\nSans sulfates\n\nComposition\u00A0: aqua, rosmarinus officinalis water, decyl glucoside, coco-betaine, ricinus communis seed oil, hydrolyzed wheat protein, citric acid, sodium benzoate.',
    precautions: 'Éviter le contact avec les yeux. Contient des protéines de blé.',
    userPrice: 9500,
    distributorPrice: 6900,
    stock: 190,
    category: 'Cosmetique',
    shot: shampoo,
  },
  {
    slug: 'creme-mains-fleur-oranger',
    name: 'Crème mains à la fleur d’oranger',
    description: 'Une crème non grasse qui nourrit les mains et assouplit les cuticules.',
    usage: 'Appliquer aussi souvent que nécessaire, surtout après le lavage des mains.',
    highlights:
      'Pour les mains sèches ou souvent lavées\nHuile d’argan, glycérine, eau de fleur d’oranger\nNe laisse pas de film gras\n\nComposition\u00A0: aqua, citrus aurantium amara flower water, glycerin, argania spinosa kernel oil, cetearyl alcohol, sodium benzoate, parfum.',
    precautions: 'Usage externe. Ne pas appliquer sur une coupure.',
    userPrice: 5500,
    distributorPrice: 3900,
    stock: 265,
    category: 'Cosmetique',
    shot: handCream,
  },
  {
    slug: 'spiruline-120-comprimes',
    name: 'Spiruline en comprimés',
    contents: 'Sans excipient · 120\u00A0comprimés',
    description: 'Une micro-algue séchée et comprimée sans excipient, naturellement source de protéines et de fer.',
    usage:
      'Prendre 4\u00A0comprimés par jour avec un grand verre d’eau, pendant le repas. Une boîte dure 30\u00A0jours.',
    highlights:
      'Pour les adultes\nPoudre de spiruline (Arthrospira platensis), et c’est tout\nUne boîte dure 30\u00A0jours\n\nComposition\u00A0: pour 4\u00A0comprimés, spiruline 2\u00A0g, dont protéines 1,2\u00A0g.',
    precautions:
      'Complément alimentaire\u00A0: il accompagne une alimentation variée et un mode de vie sain sans les remplacer. Ne pas dépasser la dose conseillée, tenir hors de portée des enfants. Demander conseil à un médecin ou à un pharmacien en cas de grossesse, d’allaitement ou de traitement.',
    userPrice: 12900,
    distributorPrice: 9500,
    stock: 180,
    category: 'Complément',
    shot: spirulina,
  },
  {
    slug: 'huile-de-nigelle',
    name: 'Huile de nigelle pressée à froid',
    contents: 'Au goût poivré · 100\u00A0ml',
    description: 'Une huile alimentaire de graines de nigelle, au goût poivré, obtenue par simple pression à froid.',
    usage: 'Prendre une petite cuillère par jour, seule ou avec du miel, ou en assaisonnement. Ne pas chauffer.',
    highlights:
      'Pour les adultes\nHuile vierge de Nigella sativa, première pression\nAu goût poivré, à prendre telle quelle\n\nComposition\u00A0: pour 5\u00A0ml, huile de nigelle 4,6\u00A0g.',
    precautions:
      'Complément alimentaire\u00A0: il accompagne une alimentation variée et un mode de vie sain sans les remplacer. Ne pas dépasser la dose conseillée, tenir hors de portée des enfants. Demander conseil à un médecin ou à un pharmacien en cas de grossesse, d’allaitement ou de traitement.',
    userPrice: 11900,
    distributorPrice: 8800,
    stock: 130,
    category: 'Complément',
    shot: nigellaOil,
  },
  {
    slug: 'tisane-du-soir',
    name: 'Tisane du soir verveine et fleur d’oranger',
    description: 'Une infusion sans théine, douce et parfumée, à boire avant de dormir.',
    usage: 'Laisser infuser un sachet 5\u00A0minutes dans une eau frémissante. Une à deux tasses le soir.',
    highlights:
      'Pour les soirées, à partir de 12\u00A0ans\nVerveine, fleurs d’oranger, mélisse, camomille\nSans théine ni arôme ajouté\n\nComposition\u00A0: verveine 45\u00A0%, mélisse 25\u00A0%, fleurs d’oranger 15\u00A0%, camomille 15\u00A0%.',
    precautions: 'À conserver au sec. Déconseillé en cas d’allergie aux plantes de la famille de la camomille.',
    userPrice: 4900,
    distributorPrice: 3500,
    stock: 330,
    category: 'Complément',
    shot: herbalTea,
  },
  {
    slug: 'omega-3-huile-de-poisson',
    name: 'Oméga\u00A03, huile de poisson',
    description: 'Des capsules d’huile de petits poissons gras, pour compléter les repas pauvres en poisson.',
    usage: 'Prendre 2\u00A0capsules par jour au cours d’un repas.',
    highlights:
      'Pour les adultes qui mangent peu de poisson\nHuile de poisson titrée en EPA et DHA, vitamine\u00A0E\nEnveloppe de gélatine de poisson\n\nComposition\u00A0: pour 2\u00A0capsules, huile de poisson 2\u00A0g, dont EPA 360\u00A0mg et DHA 240\u00A0mg, vitamine\u00A0E 12\u00A0mg.',
    precautions:
      'Contient du poisson. Complément alimentaire\u00A0: il accompagne une alimentation variée et un mode de vie sain sans les remplacer. Ne pas dépasser la dose conseillée, tenir hors de portée des enfants. Avis médical nécessaire avec un anticoagulant.',
    userPrice: 17900,
    distributorPrice: 13200,
    stock: 95,
    category: 'Complément',
    shot: omega3,
  },
  {
    slug: 'vitamine-c-acerola',
    name: 'Vitamine\u00A0C d’acérola à croquer',
    description: 'Des comprimés à croquer au goût de cerise, à base de jus d’acérola séché.',
    usage: 'Croquer 1 comprimé le matin. À éviter en fin de journée.',
    highlights:
      'Pour les adultes\nExtrait d’acérola titré en vitamine\u00A0C, fibres d’acacia\nGoût de cerise, arôme naturel\n\nComposition\u00A0: pour 1\u00A0comprimé, extrait d’acérola 1\u00A0000\u00A0mg, dont vitamine\u00A0C 170\u00A0mg.',
    precautions:
      'Complément alimentaire\u00A0: il accompagne une alimentation variée et un mode de vie sain sans les remplacer. Ne pas dépasser la dose conseillée, tenir hors de portée des enfants.',
    userPrice: 8900,
    distributorPrice: 6500,
    stock: 260,
    category: 'Complément',
    shot: vitaminC,
  },
  {
    slug: 'miel-de-thym-gelee-royale',
    name: 'Miel de thym et gelée royale',
    description: 'Un miel de thym crémeux enrichi en gelée royale, à déguster nature ou sur une tartine.',
    usage: 'Une petite cuillère le matin, en cure de quatre semaines. Conserver à température ambiante.',
    highlights:
      'Pour les adultes et les enfants de plus de 3\u00A0ans\nMiel de thym, gelée royale\nTexture crémeuse, sans sucre ajouté\n\nComposition\u00A0: miel de thym 97\u00A0%, gelée royale 3\u00A0%.',
    precautions:
      'Produit de la ruche\u00A0: déconseillé en cas d’allergie et aux enfants de moins de 3\u00A0ans. Le miel reste un sucre, à prendre avec mesure dans des repas variés.',
    userPrice: 16900,
    distributorPrice: 12500,
    stock: 47,
    category: 'Complément',
    shot: honey,
  },
  {
    slug: 'ferments-lactiques-10-souches',
    name: 'Ferments lactiques 10\u00A0souches',
    contents: 'À prendre à jeun · 30\u00A0gélules',
    description: 'Dix souches de ferments réunies dans une gélule végétale, pour une cure simple d’un mois.',
    usage: 'Prendre 1 gélule par jour, le matin à jeun, avec un verre d’eau.',
    highlights:
      'Pour les adultes, en cure d’un mois\nLactobacilles et bifidobactéries, fibres d’acacia\nGélule végétale\n\nComposition\u00A0: pour 1\u00A0gélule, dix souches de ferments, 10\u00A0milliards d’UFC, fibres d’acacia 150\u00A0mg.',
    precautions:
      'Complément alimentaire\u00A0: il accompagne une alimentation variée et un mode de vie sain sans les remplacer. Ne pas dépasser la dose conseillée, tenir hors de portée des enfants. Avis médical nécessaire en cas de défenses affaiblies.',
    userPrice: 19900,
    distributorPrice: 14900,
    stock: 88,
    category: 'Complément',
    shot: ferments,
  },
  {
    slug: 'magnesium-marin-vitamine-b6',
    name: 'Magnésium marin et vitamine\u00A0B6',
    description:
      'Des gélules de magnésium d’origine marine, associé à la vitamine\u00A0B6, pour les périodes chargées.',
    usage: 'Prendre 2\u00A0gélules par jour, le matin ou le soir, avec un verre d’eau.',
    highlights:
      'Pour les adultes, dans les périodes chargées\nOxyde de magnésium marin, vitamine\u00A0B6\nGélule végétale\n\nComposition\u00A0: pour 2\u00A0gélules, magnésium 300\u00A0mg, vitamine\u00A0B6 1,4\u00A0mg.',
    precautions:
      'Complément alimentaire\u00A0: il accompagne une alimentation variée et un mode de vie sain sans les remplacer. Ne pas dépasser la dose conseillée, tenir hors de portée des enfants. Peut accélérer le transit.',
    userPrice: 13900,
    distributorPrice: 10200,
    stock: 210,
    category: 'Complément',
    shot: magnesium,
  },
  {
    slug: 'collagene-marin-poudre',
    name: 'Collagène marin en poudre',
    description: 'Une poudre fine de peptides de collagène, sans goût, qui se dissout dans l’eau, le thé ou un yaourt.',
    usage: 'Verser une dose (5\u00A0g) dans une boisson, une fois par jour. Une boîte dure 30\u00A0jours.',
    highlights:
      'Pour les adultes\nPeptides de collagène de poisson, vitamine\u00A0C\nSans goût, se dissout aussi à chaud\n\nComposition\u00A0: pour 5\u00A0g, peptides de collagène marin 4,9\u00A0g, vitamine\u00A0C 80\u00A0mg.',
    precautions:
      'Contient du poisson. Complément alimentaire\u00A0: il accompagne une alimentation variée et un mode de vie sain sans les remplacer. Ne pas dépasser la dose conseillée, tenir hors de portée des enfants. Demander conseil à un médecin ou à un pharmacien en cas de grossesse, d’allaitement ou de traitement.',
    userPrice: 28900,
    distributorPrice: 21500,
    stock: 64,
    category: 'Complément',
    shot: collagen,
  },
  {
    slug: 'levure-de-biere-zinc',
    name: 'Levure de bière et zinc',
    description: 'De la levure de bière associée au zinc, qui contribue au maintien de cheveux et d’ongles normaux.',
    usage: 'Prendre 3\u00A0comprimés par jour avec un verre d’eau, au cours des repas, pendant un à trois mois.',
    highlights:
      'Pour les adultes\nLevure de bière, bisglycinate de zinc, biotine\nEn cure d’un à trois mois\n\nComposition\u00A0: pour 3\u00A0comprimés, levure de bière 1,2\u00A0g, zinc 10\u00A0mg, biotine 50\u00A0µg.',
    precautions:
      'Complément alimentaire\u00A0: il accompagne une alimentation variée et un mode de vie sain sans les remplacer. Ne pas dépasser la dose conseillée, tenir hors de portée des enfants.',
    userPrice: 9900,
    distributorPrice: 7200,
    stock: 155,
    category: 'Complément',
    shot: yeast,
  },
  {
    slug: 'pack-routine-eclat',
    name: 'Pack Routine éclat',
    contents: 'Gel nettoyant, sérum, crème',
    description:
      'Trois gestes pour un teint lumineux\u00A0: le gel nettoyant à l’aloe vera, le sérum à la vitamine\u00A0C et la crème à la niacinamide.',
    usage: 'Le matin\u00A0: gel, sérum, crème, puis protection solaire\nLe soir\u00A0: gel, puis crème',
    highlights: 'Nettoyer, illuminer, hydrater\nPour le matin et le soir\nTrois produits, une seule livraison',
    precautions: 'Si la peau est sensible, essayer d’abord chaque produit au creux du coude. Usage externe.',
    userPrice: 39900,
    distributorPrice: 29900,
    stock: 52,
    category: 'Packs',
    shot: { shape: 'pack', items: [cleansingGel, serum, brighteningCream] },
  },
  {
    slug: 'pack-anti-taches',
    name: 'Pack Anti-taches et protection',
    contents: 'Anti-taches, SPF\u00A050, gel nettoyant',
    description:
      'Le gel nettoyant, la crème anti-taches et la crème solaire, réunis pour aider à atténuer l’apparence des taches et à protéger la peau.',
    usage:
      'Le soir\u00A0: gel puis crème anti-taches. Le matin\u00A0: crème solaire en quantité généreuse, à renouveler.',
    highlights: 'Nettoyer, unifier, protéger\nUne protection SPF\u00A050 comprise\nTrois produits, une seule livraison',
    precautions:
      'Sans protection solaire, le soin perd son intérêt. Demander un avis médical pour une tache qui change d’aspect.',
    userPrice: 36900,
    distributorPrice: 27900,
    stock: 39,
    category: 'Packs',
    shot: { shape: 'pack', items: [cleansingGel, antiStainCream, sunscreen] },
  },
  {
    slug: 'pack-ete-protege',
    name: 'Pack Été protégé',
    contents: 'Lait, crème solaire, eau de rose',
    description:
      'L’essentiel des beaux jours\u00A0: crème solaire SPF\u00A050, eau de rose à garder au frais et lait hydratant pour le retour de plage.',
    usage:
      'Crème solaire avant de sortir et toutes les deux heures, eau de rose à volonté, lait le soir sur peau rincée.',
    highlights: 'Protéger, hydrater, rafraîchir\nPour le visage et le corps\nTrois produits, une seule livraison',
    precautions: 'Éviter le soleil de midi. Usage externe uniquement.',
    userPrice: 27900,
    distributorPrice: 20900,
    stock: 75,
    category: 'Packs',
    shot: { shape: 'pack', items: [bodyMilk, sunscreen, roseWater] },
  },
  {
    slug: 'pack-hammam-a-la-maison',
    name: 'Pack Hammam à la maison',
    contents: 'Eau de rose, ghassoul, argan',
    description: 'Le rituel du hammam chez soi\u00A0: masque au ghassoul, eau de rose et huile d’argan.',
    usage:
      'Poser le masque sur peau humide 5\u00A0minutes, rincer, passer l’eau de rose, puis masser quelques gouttes d’huile.',
    highlights: 'Purifier, rafraîchir, nourrir\nGhassoul, rose et argan du Maroc\nTrois produits, une seule livraison',
    precautions: 'Une fois par semaine. Éviter le contour des yeux.',
    userPrice: 24500,
    distributorPrice: 18200,
    stock: 68,
    category: 'Packs',
    shot: { shape: 'pack', items: [roseWater, clayMask, arganOil] },
  },
  {
    slug: 'pack-cheveux-nourris',
    name: 'Pack Cheveux nourris',
    contents: 'Shampoing, huile d’argan, levure',
    description:
      'Un soin de l’extérieur et un coup de pouce de l’intérieur\u00A0: shampoing au ricin, huile d’argan, levure de bière et zinc.',
    usage:
      'Shampoing deux à trois fois par semaine, deux gouttes d’huile sur les pointes, 3\u00A0comprimés par jour pendant les repas.',
    highlights: 'Laver, nourrir, fortifier\nDe l’extérieur et de l’intérieur\nTrois produits, une seule livraison',
    precautions:
      'Les comprimés complètent une alimentation variée et ne la remplacent pas. Ne pas dépasser la dose conseillée.',
    userPrice: 28900,
    distributorPrice: 21500,
    stock: 44,
    category: 'Packs',
    shot: { shape: 'pack', items: [shampoo, arganOil, yeast] },
  },
  {
    slug: 'pack-beaute-interieure',
    name: 'Pack Beauté de l’intérieur',
    contents: 'Vitamine\u00A0C, collagène, lait',
    description:
      'Une cure d’un mois, collagène marin et vitamine\u00A0C, accompagnée du lait hydratant à l’amande douce.',
    usage: 'Une dose de collagène et 1 comprimé de vitamine\u00A0C le matin\u00A0; le lait une à deux fois par jour.',
    highlights:
      'Deux compléments et un soin\nPour la peau, du dedans et du dehors\nTrois produits, une seule livraison',
    precautions:
      'Contient du poisson. Les compléments ne tiennent pas lieu de repas équilibrés. Demander conseil à un médecin ou à un pharmacien en cas de grossesse, d’allaitement ou de traitement.',
    userPrice: 42900,
    distributorPrice: 32500,
    stock: 31,
    category: 'Packs',
    shot: { shape: 'pack', items: [vitaminC, collagen, bodyMilk] },
  },
  {
    slug: 'pack-vitalite',
    name: 'Pack Vitalité',
    contents: 'Spiruline, vitamine\u00A0C, magnésium',
    description:
      'Spiruline, magnésium marin et vitamine\u00A0C d’acérola\u00A0: trois compléments simples pour les mois bien remplis.',
    usage:
      'Le matin\u00A0: 4\u00A0comprimés de spiruline et 1 de vitamine\u00A0C. Le soir\u00A0: 2\u00A0gélules de magnésium.',
    highlights: 'Trois compléments qui vont ensemble\nDeux le matin, un le soir\nUne seule livraison',
    precautions:
      'À associer à des repas variés, qu’ils ne remplacent pas. Respecter les doses conseillées et tenir hors de portée des enfants.',
    userPrice: 31500,
    distributorPrice: 23600,
    stock: 57,
    category: 'Packs',
    shot: { shape: 'pack', items: [spirulina, vitaminC, magnesium] },
  },
  {
    slug: 'pack-hiver-doux',
    name: 'Pack Hiver doux',
    contents: 'Tisane, miel, vitamine\u00A0C',
    description:
      'De quoi passer un hiver tout en douceur\u00A0: miel de thym à la gelée royale, tisane du soir et vitamine\u00A0C d’acérola.',
    usage:
      'Vitamine\u00A0C et miel le matin, tisane en fin de journée, sucrée d’une petite cuillère de miel si l’on aime.',
    highlights: 'Boire chaud, se faire du bien\nTisane, miel et vitamine\u00A0C\nTrois produits, une seule livraison',
    precautions:
      'Contient des produits de la ruche. Ces produits accompagnent une alimentation variée, sans s’y substituer.',
    userPrice: 26900,
    distributorPrice: 19900,
    stock: 83,
    category: 'Packs',
    shot: { shape: 'pack', items: [herbalTea, honey, vitaminC] },
  },
  {
    slug: 'pack-soiree-calme',
    name: 'Pack Soirée calme',
    contents: 'Magnésium, beurre corporel, tisane',
    description:
      'Une tisane, du magnésium marin et un beurre corporel à la fleur d’oranger pour ralentir en fin de journée.',
    usage:
      'Laisser infuser la tisane, prendre 2\u00A0gélules de magnésium avec un verre d’eau, puis masser le beurre sur les jambes.',
    highlights: 'Pour les soirées au calme\nUne tisane, un soin, un complément\nTrois produits, une seule livraison',
    precautions: 'Le magnésium complète des repas variés sans les remplacer. Le beurre est réservé à l’usage externe.',
    userPrice: 26900,
    distributorPrice: 20100,
    stock: 62,
    category: 'Packs',
    shot: { shape: 'pack', items: [magnesium, bodyButter, herbalTea] },
  },
  {
    slug: 'pack-grand-soin',
    name: 'Pack Grand soin complet',
    contents: 'Sérum, crème, collagène',
    description:
      'Notre coffret le plus complet\u00A0: sérum à la vitamine\u00A0C, crème à la niacinamide et collagène marin pour un mois.',
    usage:
      'Le matin\u00A0: une dose de collagène, puis sérum, crème et protection solaire. Le soir\u00A0: crème seule.',
    highlights:
      'Sérum, crème et collagène\nPour le visage, du dedans et du dehors\nTrois produits, une seule livraison',
    precautions:
      'Contient du poisson. Le collagène ne remplace pas une alimentation variée. Demander conseil à un médecin ou à un pharmacien en cas de grossesse, d’allaitement ou de traitement.',
    userPrice: 59900,
    distributorPrice: 44900,
    stock: 18,
    category: 'Packs',
    shot: { shape: 'pack', items: [serum, brighteningCream, collagen] },
  },
]
