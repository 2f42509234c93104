/** The demo shop's people: all invented, as are their phones and addresses. */

export type DemoAccount = {
  role: 'admin' | 'supplier' | 'buyer' | 'agent'
  customId: string
  name: string
  email: string
  /** Ten digits. */
  phone: string
  address: string
  promoCode?: string
  /** 24 digits. */
  rib?: string
  /** Only the accounts that the README names can log in. */
  password?: string
}

export type DemoCustomer = { name: string; phone: string; address: string; city: string }

export const admin: DemoAccount = {
  role: 'admin',
  customId: 'ADMIN',
  name: 'Amina Berrada',
  email: 'admin@demo.example',
  phone: '0522000001',
  address: '14, boulevard d’Anfa, Casablanca',
  password: 'demo-admin-2026',
}

export const suppliers: readonly DemoAccount[] = [
  {
    role: 'supplier',
    customId: 'F-1001',
    name: 'Sara El Amrani',
    email: 'sara@demo.example',
    phone: '0661204518',
    address: '27, rue Ibn Batouta, Maârif, Casablanca',
    rib: '007780000291475003621801',
    promoCode: 'SARA10',
    password: 'demo-sara-2026',
  },
  {
    role: 'supplier',
    customId: 'F-1002',
    name: 'Youssef Bennani',
    email: 'youssef@demo.example',
    phone: '0662318740',
    address: '8, avenue Al Atlas, Agdal, Rabat',
    rib: '011810000047392058116424',
    promoCode: 'YOUSSEF5',
    password: 'demo-youssef-2026',
  },
  {
    role: 'supplier',
    customId: 'F-1003',
    name: 'Hind Ouazzani',
    email: 'hind@demo.example',
    phone: '0670459126',
    address: '52, route d’Imouzzer, Fès',
    promoCode: 'HINDBEAUTE',
  },
  {
    role: 'supplier',
    customId: 'F-1004',
    name: 'Reda Kabbaj',
    email: 'reda@demo.example',
    phone: '0655871203',
    address: '19, rue de la Liberté, Guéliz, Marrakech',
    promoCode: 'REDA2026',
  },
  {
    role: 'supplier',
    customId: 'F-1005',
    name: 'Nour Chraïbi',
    email: 'nour@demo.example',
    phone: '0768932450',
    address: '3, boulevard Pasteur, Tanger',
    promoCode: 'NOURSOIN',
  },
]

export const buyers: readonly DemoAccount[] = [
  {
    role: 'buyer',
    customId: 'B-2001',
    name: 'Karim Lahlou',
    email: 'karim@demo.example',
    phone: '0663745120',
    address: '71, boulevard Zerktouni, Casablanca',
    rib: '230780000361829074551265',
    password: 'demo-karim-2026',
  },
  {
    role: 'buyer',
    customId: 'B-2002',
    name: 'Laïla Tazi',
    email: 'laila@demo.example',
    phone: '0671928364',
    address: '16, avenue des FAR, Meknès',
    rib: '013330000082514639708108',
  },
]

export const agents: readonly DemoAccount[] = [
  {
    role: 'agent',
    customId: 'C-3001',
    name: 'Salma Idrissi',
    email: 'agent1@demo.example',
    phone: '0664902817',
    address: '33, rue Jean Jaurès, Gauthier, Casablanca',
    password: 'demo-salma-2026',
  },
  {
    role: 'agent',
    customId: 'C-3002',
    name: 'Imane Bakkali',
    email: 'agent2@demo.example',
    phone: '0679310458',
    address: '5, avenue Fal Ould Oumeir, Agdal, Rabat',
    password: 'demo-imane-2026',
  },
]

export const customers: readonly DemoCustomer[] = [
  {
    name: 'Hanane Amghar',
    phone: '0632319487',
    address: '89, rue Imam Malik, appt 3, Sidi Maârouf',
    city: 'Casablanca',
  },
  { name: 'Meryem Skalli', phone: '0676018955', address: '91, rue Jabal Toubkal, Lazaret', city: 'Oujda' },
  {
    name: 'Imane Bouzidi',
    phone: '0610497465',
    address: '7, rue Imam Malik, appt 20, Sidi Maârouf',
    city: 'Casablanca',
  },
  {
    name: 'Fatima Zahra Haddad',
    phone: '0636671276',
    address: '142, rue Tarik Ibn Ziad, Hay Al Wahda',
    city: 'Laâyoune',
  },
  { name: 'Yassine Mernissi', phone: '0663212233', address: '5, rue Jabal Toubkal, La Colline', city: 'Mohammédia' },
  { name: 'Salma El Khattabi', phone: '0685995289', address: '15, rue Imam Malik, Hay Salam', city: 'El Jadida' },
  { name: 'Loubna Chraïbi', phone: '0660313721', address: '89, rue Al Massira, appt 19, Malabata', city: 'Tanger' },
  { name: 'Asmae Maaroufi', phone: '0613962459', address: '95, rue Jabal Toubkal, appt 16, Hassan', city: 'Rabat' },
  {
    name: 'Soukaina El Idrissi',
    phone: '0615472803',
    address: '137, rue Oued Sebou, appt 18, Maârif',
    city: 'Casablanca',
  },
  { name: 'Ilyas El Idrissi', phone: '0748525388', address: '130, avenue Allal Ben Abdellah, Hay Riad', city: 'Rabat' },
  {
    name: 'Nabil El Mansouri',
    phone: '0687500474',
    address: '51, rue Oued Sebou, appt 24, Massira',
    city: 'Marrakech',
  },
  { name: 'Khalid El Idrissi', phone: '0613735379', address: '2, rue Jabal Toubkal, Gauthier', city: 'Casablanca' },
  { name: 'Anas Fassi', phone: '0637265167', address: '104, avenue Hassan II, Aïn Sebaâ', city: 'Casablanca' },
  {
    name: 'Mehdi El Khattabi',
    phone: '0772997528',
    address: '142, avenue Mohammed V, appt 24, Iberia',
    city: 'Tanger',
  },
  { name: 'Latifa Benjelloun', phone: '0633043483', address: '85, rue Tarik Ibn Ziad, Tarrast', city: 'Inezgane' },
  { name: 'Latifa Zerouali', phone: '0698682828', address: '132, rue Ibn Batouta, Hay Atlas', city: 'Béni Mellal' },
  { name: 'Samira El Khattabi', phone: '0627918058', address: '137, rue Jabal Toubkal, Guéliz', city: 'Marrakech' },
  { name: 'Othmane Naciri', phone: '0640187801', address: '115, avenue Allal Ben Abdellah, Hamria', city: 'Meknès' },
  {
    name: 'Zakaria El Ghazi',
    phone: '0778384837',
    address: '37, boulevard Moulay Youssef, appt 15, Massira',
    city: 'Marrakech',
  },
  { name: 'Khadija Slaoui', phone: '0634125242', address: '121, boulevard Al Qods, Touilaâ', city: 'Tétouan' },
  {
    name: 'Ikram Lahlou',
    phone: '0732686563',
    address: '93, avenue Allal Ben Abdellah, appt 12, Agdal',
    city: 'Rabat',
  },
  { name: 'Hanane Belhaj', phone: '0706589481', address: '30, boulevard Al Qods, Malabata', city: 'Tanger' },
  { name: 'Zineb Alaoui', phone: '0642646288', address: '148, rue Jabal Toubkal, Route d’Imouzzer', city: 'Fès' },
  { name: 'Houda Ouazzani', phone: '0614014193', address: '19, rue Tarik Ibn Ziad, Val Fleury', city: 'Kénitra' },
  { name: 'Btissam Mernissi', phone: '0692083124', address: '14, rue Oued Ziz, appt 10, Wilaya', city: 'Tétouan' },
  {
    name: 'Wiam Ouazzani',
    phone: '0650400088',
    address: '50, rue Jabal Toubkal, appt 15, Hay Nahda',
    city: 'Khouribga',
  },
  { name: 'Dounia Slaoui', phone: '0778684335', address: '52, avenue Mohammed V, appt 12, Bir Rami', city: 'Kénitra' },
  { name: 'Mehdi Berrada', phone: '0746201684', address: '64, rue des Roses, appt 6, Tabriquet', city: 'Salé' },
  { name: 'Salma Raji', phone: '0658530435', address: '48, rue Ibn Batouta, appt 3, Hassan', city: 'Rabat' },
  { name: 'Dounia Sebti', phone: '0680141269', address: '12, rue Al Andalous, appt 10, Bourgogne', city: 'Casablanca' },
  { name: 'Chaimae El Khattabi', phone: '0796572492', address: '13, boulevard Moulay Youssef, Hamria', city: 'Meknès' },
  { name: 'Soufiane Rhazi', phone: '0693100251', address: '98, rue Imam Malik, Talborjt', city: 'Agadir' },
  { name: 'Wiam Naciri', phone: '0640718818', address: '18, rue Jabal Toubkal, appt 3, Hay Salam', city: 'Settat' },
  { name: 'Samira Benkirane', phone: '0677617409', address: '52, avenue Hassan II, Massira 2', city: 'Témara' },
  { name: 'Latifa El Filali', phone: '0792070741', address: '57, rue Jabal Toubkal, appt 17, L’Océan', city: 'Rabat' },
  { name: 'Hanane Fassi', phone: '0734170471', address: '131, rue Imam Malik, Hay Hassani', city: 'Casablanca' },
  { name: 'Sanae Benkirane', phone: '0691284529', address: '132, rue Tarik Ibn Ziad, Hay Karima', city: 'Salé' },
  { name: 'Amal Cherkaoui', phone: '0602077642', address: '108, rue Oued Sebou, appt 4, Massira 2', city: 'Témara' },
  {
    name: 'Samira Skalli',
    phone: '0613044516',
    address: '101, avenue Hassan II, appt 14, Val Fleury',
    city: 'Kénitra',
  },
  {
    name: 'Yassine Chraïbi',
    phone: '0642346853',
    address: '97, boulevard Moulay Youssef, Hay Mohammadi',
    city: 'Agadir',
  },
  { name: 'Adil Jabri', phone: '0610679247', address: '14, avenue Mohammed V, appt 14, Lazaret', city: 'Oujda' },
  { name: 'Zineb Raji', phone: '0634786122', address: '21, rue Ibn Sina, Hassan', city: 'Rabat' },
  { name: 'Hanane Skalli', phone: '0662833125', address: '144, avenue Hassan II, appt 12, Al Matar', city: 'Nador' },
  {
    name: 'Abdellah Bennani',
    phone: '0766683645',
    address: '17, rue Jabal Toubkal, appt 12, Route d’Imouzzer',
    city: 'Fès',
  },
  { name: 'Soufiane Benkirane', phone: '0643667640', address: '34, rue Al Massira, appt 16, Saâda', city: 'Fès' },
  { name: 'Imane Oubella', phone: '0777313228', address: '29, rue Imam Malik, appt 2, Maârif', city: 'Casablanca' },
  { name: 'Mustapha Rhazi', phone: '0642486111', address: '78, rue Ibn Sina, appt 8, Maârif', city: 'Casablanca' },
  {
    name: 'Soukaina Tahiri',
    phone: '0653783830',
    address: '107, rue des Roses, appt 7, Derb Sultan',
    city: 'Casablanca',
  },
  { name: 'Driss El Idrissi', phone: '0636537056', address: '94, rue Al Andalous, appt 10, Iberia', city: 'Tanger' },
  { name: 'Anas Benkirane', phone: '0634337344', address: '29, rue Jabal Toubkal, Plateau', city: 'Safi' },
  { name: 'Sanae Tazi', phone: '0726030926', address: '15, rue Al Massira, appt 15, Hay Karima', city: 'Salé' },
  { name: 'Anas Lahlou', phone: '0632870465', address: '86, rue Imam Malik, appt 1, Guéliz', city: 'Marrakech' },
  { name: 'Asmae Mernissi', phone: '0683654610', address: '123, rue Ibn Sina, appt 15, Bourgogne', city: 'Casablanca' },
  {
    name: 'Latifa Lamrani',
    phone: '0663606071',
    address: '17, rue Tarik Ibn Ziad, appt 3, Hay Mohammadi',
    city: 'Agadir',
  },
  { name: 'Ghita Maaroufi', phone: '0645440910', address: '61, rue des Orangers, Alia', city: 'Mohammédia' },
  {
    name: 'Nabil Raji',
    phone: '0672720429',
    address: '62, avenue Allal Ben Abdellah, Derb Sultan',
    city: 'Casablanca',
  },
  {
    name: 'Houda El Hassani',
    phone: '0683623610',
    address: '125, avenue Allal Ben Abdellah, appt 14, Sidi Maârouf',
    city: 'Casablanca',
  },
  { name: 'Yassine Maaroufi', phone: '0631677232', address: '108, rue Imam Malik, Hamria', city: 'Meknès' },
  { name: 'Hamza Haddad', phone: '0649454437', address: '65, rue Oued Ziz, appt 5, Narjiss', city: 'Fès' },
  {
    name: 'Abdellah Kettani',
    phone: '0664388317',
    address: '11, rue des Orangers, appt 8, Derb Sultan',
    city: 'Casablanca',
  },
  {
    name: 'Othmane Haddad',
    phone: '0610399315',
    address: '133, rue Oued Ziz, appt 9, Nouvelle Ville',
    city: 'Larache',
  },
  { name: 'Malika Maaroufi', phone: '0630552034', address: '11, rue Ibn Sina, Massira', city: 'Marrakech' },
]
