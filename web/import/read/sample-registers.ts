/**
 * Sample registers, each with its own headings: a letting agent's workbook, a German property manager's list, the export of a key cabinet, a
 * car dealer's and a housing association's; and the headings of other trades. `means` has the field of each column with a place in Keyhold.
 */
type SampleRegister = { name: string; rows: string[][]; means: Record<string, string>; records: number };

const STREETS = ['High Street', 'Palatine Road', 'Beech Road', 'Wilbraham Road', 'Barlow Moor Road'];
const TOWNS = ['Manchester', 'Salford', 'Stockport'];
const PEOPLE = ['Tom Bird', 'Asha Patel', 'J. Okafor', 'Pete (plumber)', 'Liz Moran'];
const OWNERS = ['Mr A Khan', 'Pier Estates', 'Mrs J Doyle', 'Irwell Homes', '', 'R & S Lettings Ltd'];
const KAUF = ['Frau Dr. Weiß', 'WEG Königsallee 12', 'Müller GmbH & Co. KG', 'Hr. Özdemir'];
const of = (all: readonly string[], n: number) => all[n % all.length] ?? '';
const list = (count: number, row: (n: number) => string[]) => Array.from({ length: count }, (_, n) => row(n));
const day = (n: number, sign = '/', year = '2025') =>
  [String((n % 28) + 1).padStart(2, '0'), String((n % 12) + 1).padStart(2, '0'), year].join(sign);

/** Headings, each with the field it means ('' for none), as in "Key Ref=identifier, UPRN=". */
function headsOf(line: string) {
  const columns = line.split(', ').map((column) => column.split('=') as [string, string]);
  return {
    columns,
    heads: columns.map(([heading]) => heading),
    means: Object.fromEntries(columns.filter(([, field]) => field)),
  };
}

function register(name: string, line: string, rows: string[][]): SampleRegister {
  const { heads, means } = headsOf(line);
  return { name, records: rows.length, rows: [heads, ...rows], means };
}

function lettingAgent(): SampleRegister {
  const rows = list(60, (n) => [
    String(n + 1),
    n % 2 ? `Flat ${(n % 9) + 1}` : String((n % 80) + 1),
    of(STREETS, n),
    of(TOWNS, n),
    `M${(n % 9) + 1} ${(n % 7) + 1}AB`,
    of(OWNERS, n),
    n % 7 === 3 ? of(PEOPLE, n) : '',
    n % 7 === 3 ? day(n) : '',
    n % 7 === 3 ? day(n, '/', '2027') : '',
    String((n % 4) + 1),
    n % 3 === 0 ? '1' : '0',
    n % 5 === 0 ? 'top lock stiff' : '',
    `A${n + 1}`,
    n % 2 ? 'x' : '',
  ]);
  rows.splice(20, 0, ['CHORLTON BRANCH', ...Array<string>(13).fill('')]);
  rows.push(['TOTAL', ...Array<string>(8).fill(''), '150', '20', '', '', '']);
  rows.push(['ask Jan before deleting anything', ...Array<string>(13).fill('')]);
  const { heads, means } = headsOf(
    'No.=identifier, House=address, Street=address, Town=address, Postcode=address, Landlord=client, Who has it=holder, Taken=issuedAt, Back by=dueAt, Keys=keyCount, Fobs=fobCount, Comments=notes, Hook=position, Inv.=',
  );
  return {
    name: 'letting agent',
    records: 60,
    rows: [
      ['Palatine Lettings: key register', ...Array<string>(13).fill('')],
      ['', 'Property', '', '', '', '', 'Out', '', '', 'What is on it', '', '', '', ''],
      heads,
      ...rows,
    ],
    means,
  };
}

const propertyManager = () =>
  register(
    'property manager, German',
    'Schlüsselnummer=identifier, Art=type, Anzahl Schlüssel=keyCount, Anzahl Transponder=fobCount, Objekt=premises, Straße=address, PLZ=address, Ort=address, Eigentümer=client, Aufbewahrungsort=location, Haken-Nr.=position, Ausgegeben an=holder, Ausgegeben am=issuedAt, Rückgabe bis=dueAt, Bemerkung=notes, Wert EUR=',
    list(60, (n) => [
      `S-${String(n + 1).padStart(4, '0')}`,
      of(['Wohnung', 'Keller', 'Haustür'], n),
      `${(n % 4) + 1},00`,
      String(n % 2),
      of(['WEG Königsallee', 'Haus am Park', 'Lindenhof'], n),
      `Königsallee ${n + 1}${n % 3 === 0 ? 'a' : ''}`,
      `40${String(212 + (n % 5))}`,
      'Düsseldorf',
      of(KAUF, n),
      of(['Tresor Büro', 'Schrank 1', 'Schrank 2'], n),
      `${(n % 40) + 1}`,
      n % 4 === 1 ? of(['Hausmeister Krause', 'Fa. Becker', 'Frau Schmitz'], n) : '',
      n % 4 === 1 ? day(n, '.') : '',
      n % 4 === 1 ? day(n, '.', '2027') : '',
      n % 6 === 0 ? '„Original“ beim Notar' : '',
      '25,00',
    ]),
  );

const cabinetExport = () =>
  register(
    'cabinet export',
    'Set ID=identifier, Description=keyDescription, Set Type=type, System=location, Position=position, iFob=nfcSerial, Item Count=keyCount, Status=status, Current User=holder, Time Taken=issuedAt, Due Back=dueAt, Curfew=',
    list(60, (n) => [
      `${1000 + n}`,
      `Plant room ${n}, riser door`,
      of(['Plant', 'Fleet', 'Master'], n),
      of(['Gatehouse', 'Main reception'], n),
      String((n % 40) + 1),
      `0000${(0x1a2b3c + n * 977).toString(16)}`.toUpperCase().padEnd(12, '0'),
      String((n % 5) + 1),
      n % 5 === 2 ? 'OUT' : 'IN SYSTEM',
      n % 5 === 2 ? of(PEOPLE, n) : '',
      n % 5 === 2 ? `2026-11-${String((n % 20) + 1).padStart(2, '0')} 07:3${n % 10}` : '',
      n % 5 === 2 ? `2026-11-${String((n % 20) + 5).padStart(2, '0')} 18:00` : '',
      'None',
    ]),
  );

const carDealer = () =>
  register(
    'car dealer',
    'Key Tag=identifier, Vehicle=keyDescription, Reg=keyDescription, Site=location, Hook=position, Keys=keyCount, Status=status, Signed out to=holder, Out=issuedAt, Remarks=notes, Colour=, Price=',
    list(60, (n) => [
      String(20_001 + n),
      `${of(['Ford Focus', 'VW Golf', 'Kia Ceed'], n)} ${2018 + (n % 8)}`,
      `MA${10 + (n % 80)} ${of(['KXC', 'LRT', 'BNW'], n)}`,
      of(['Showroom', 'Compound A', 'Compound B'], n),
      `${of(['R', 'B'], n)}${n + 1}`,
      n % 5 === 0 ? '1 + spare' : '2',
      of(['In stock', 'Sold', 'PDI'], n),
      n % 9 === 0 ? of(PEOPLE, n) : '',
      n % 9 === 0 ? `11/${String((n % 24) + 1).padStart(2, '0')}/2026` : '',
      n % 10 === 0 ? 'second key with buyer' : '',
      of(['Blue', 'Red'], n),
      String(9000 + n),
    ]),
  );

const housing = () =>
  register(
    'housing association',
    'Key Ref=identifier, Scheme=premises, Address 1=address, Address 2=address, Town=address, Post Code=address, Property Type=type, No Keys=keyCount, No Fobs=fobCount, Cabinet=location, Hook No.=position, Status=status, Issued To=holder, Date Out=issuedAt, UPRN=, Alarm Code=',
    list(60, (n) => [
      `HA/${String(n + 1).padStart(5, '0')}`,
      of(['Beech Court', 'Oak House', 'Elm Tower'], n),
      `${n + 1} ${of(STREETS, n)}`,
      n % 3 === 0 ? 'Ancoats' : '',
      of(TOWNS, n),
      `M${(n % 9) + 1} ${(n % 7) + 1}CD`,
      of(['Sheltered', 'General needs'], n),
      n % 11 === 0 ? '?' : String((n % 3) + 1),
      String(n % 2),
      of(['Hub', 'Depot'], n),
      String(n + 1),
      of(['In', 'OUT', 'Lost'], n),
      n % 8 === 0 ? of(PEOPLE, n) : '',
      n % 8 === 0 ? day(n) : '',
      `1000${n + 1000}`,
      '4471',
    ]),
  );

export const sampleRegisters = (): SampleRegister[] => [
  lettingAgent(),
  propertyManager(),
  cabinetExport(),
  carDealer(),
  housing(),
];

/** Values of each field, for the headings of further trades. */
const VALUES: Record<string, (n: number) => string> = {
  identifier: (n) => `K${100 + n}`,
  type: (n) => ['Master', 'Spare', 'Contractor'][n % 3] ?? '',
  location: (n) => ['Main safe', 'Gatehouse', 'Lodge'][n % 3] ?? '',
  currentTag: (n) => String(448_000 + n),
  keyCount: (n) => String((n % 5) + 1),
  fobCount: (n) => String(n % 2),
  keyDescription: (n) => `Boiler room ${n} and loft hatch`,
  premises: (n) => `${['Oak', 'Elm', 'Ash'][n % 3]} House`,
  house: (n) => String(n + 1),
  address: (n) => `${n + 1} Mill Lane, Leeds`,
  street: () => 'Mill Lane',
  town: (n) => ['Leeds', 'York'][n % 2] ?? '',
  postcode: (n) => `LS${n % 9} 4QP`,
  client: (n) => ['Acme Ltd', 'Mrs P Shaw', 'J. Weber GmbH'][n % 3] ?? '',
  position: (n) => `B${n + 1}`,
  nfcSerial: (n) => `04A2B3C4D5${(16 + n).toString(16)}`,
  status: (n) => ['In', 'Out'][n % 2] ?? '',
  holder: (n) => (n % 3 ? '' : ['Amy Lee', 'Dr. Hahn'][n % 2]) ?? '',
  issuedAt: (n) => (n % 3 ? '' : `${(n % 27) + 1}/11/2026`),
  dueAt: (n) => (n % 3 ? '' : `${(n % 27) + 1}/12/2026`),
  notes: (n) => (n % 4 ? '' : 'ask reception first'),
  yes: (n) => ['sí', 'no', 'oui'][n % 3] ?? '',
  none: (n) => ['Blue', 'Red', 'n/k'][n % 3] ?? '',
  money: (n) => `${n}.50`,
  phone: (n) => `07700 9001${10 + (n % 80)}`,
};
const TRADES: Record<string, string> = {
  'holiday lets':
    'Key Code=identifier, Property Name=premises, Street=street, Town=town, Postcode=postcode, Owner=client, Key Safe=location, Number of Sets=, No. of Keys=keyCount, Held By=holder, Date Taken=issuedAt, Expected Back=dueAt, Notes=notes',
  school:
    'Key Number=identifier, Room=keyDescription, Building=premises, Key Type=type, Key Cabinet=location, Hook=position, Qty=keyCount, Issued To=holder, Date Issued=issuedAt, Date Returned=, Signature=, Comments=notes',
  hospital:
    'Asset No=identifier, Description of Key=keyDescription, Site=premises, Storage Location=location, Key Category=type, Quantity=keyCount, Fobs=fobCount, Seal No=currentTag, Current Holder=holder, Issue Date=issuedAt, Return Due=dueAt, Status=status, Remarks=notes',
  'security firm':
    'Key Ref=identifier, Client Name=client, Site Address=address, Keys in set=keyCount, Alarm Code=, Tag No.=currentTag, Office=location, Shift=type, Signed Out To=holder, Time Out=issuedAt, Notes / Special Instructions=notes',
  Hausverwaltung:
    'Schlüssel-Nr.=identifier, Liegenschaft=premises, Strasse=street, Hausnr.=house, PLZ=postcode, Ort=town, Vermieter=client, Schlüsselart=type, Stückzahl=keyCount, Schlüsselkasten=location, Haken=position, Inhaber=holder, Ausgabedatum=issuedAt, Rückgabedatum=dueAt, Bemerkungen=notes',
  'Agence immobilière':
    'N° clé=identifier, Type de clé=type, Adresse du bien=address, Code postal=postcode, Ville=town, Propriétaire=client, Nb de clés=keyCount, Emplacement=location, Crochet=position, Remis à=holder, Date de sortie=issuedAt, Retour prévu=dueAt, Observations=notes',
  'Administración de fincas':
    'Nº llave=identifier, Tipo de llave=type, Dirección=address, C.P.=postcode, Población=town, Propietario=client, Cantidad=keyCount, Armario=location, Gancho=position, Entregado a=holder, Fecha de entrega=issuedAt, Fecha de devolución=dueAt, Observaciones=notes',
  Woningcorporatie:
    'Sleutelnr=identifier, Soort sleutel=type, Complex=premises, Straat=street, Huisnummer=house, Postcode=postcode, Plaats=town, Eigenaar=client, Aantal=keyCount, Kast=location, Haak=position, Uitgegeven aan=holder, Datum uitgifte=issuedAt, Retour=dueAt, Opmerking=notes',
  'fleet yard':
    'Fleet No=, Registration=keyDescription, Key Tag No=identifier, Vehicle=keyDescription, Depot=location, Hook #=position, Keys=keyCount, Taken By=holder, Taken=issuedAt, Due=dueAt, Mileage=money, Comment=notes',
  hotel:
    'Set=identifier, Key Description=keyDescription, Department=, Kept In=location, Category=type, Copies=keyCount, RFID=nfcSerial, With=holder, Since=issuedAt, Back By=dueAt, Phone=phone, Info=notes',
  parish:
    'Key ref no=identifier, Church=premises, Door / lock=keyDescription, Kept at=location, Hook no=position, How many=keyCount, Key holder=holder, Date given=issuedAt, To be returned by=dueAt, Deposit=money, Contact tel=phone, Remarks=notes',
  'self-storage':
    'Unit key=, Facility=premises, Facility address=address, Customer=client, Key cab=location, Slot=position, Qty keys=keyCount, Qty fobs=fobCount, Padlock no=, Checked out by=holder, Checked out on=issuedAt, Due in=dueAt, State=status',
  Universität:
    'Schlüsselnummer=identifier, Gebäude=premises, Raumbezeichnung=keyDescription, Straße u. Hausnr.=street, PLZ=postcode, Stadt=town, Schließart=type, Anzahl Schlüssel=keyCount, Anz. Transponder=fobCount, Aufbewahrungsort=location, Entleiher=holder, Ausgeliehen am=issuedAt, Rückgabe bis=dueAt, Kaution=money, Anmerkungen=notes',
  syndicus:
    'Sleutelcode=identifier, Gebouw=premises, Adres=address, Mede-eigenaar=client, Type sleutel=type, Aantal=keyCount, Badges=fobCount, Sleutelkast=location, Positie=position, Ontlener=holder, Uitgeleend op=issuedAt, Terug voor=dueAt, Opm.=notes',
  garage:
    'Réf. trousseau=identifier, Immatriculation=keyDescription, Désignation=keyDescription, Nombre de clefs=keyCount, Nb badges=fobCount, Tableau=location, N° crochet=position, Client=client, Emprunteur=holder, Sorti le=issuedAt, À rendre le=dueAt, Statut=status, Commentaire=notes',
  'car dealer':
    'Key fob number=, Reg=identifier, Make=keyDescription, No of keys=keyCount, Remote fobs=fobCount, Key machine=location, Peg no.=position, Taken out by=holder, Time taken=issuedAt, Return by=dueAt, Comments=notes, VIN=',
  council:
    'Key ID=identifier, Asset name=premises, Asset address=address, Post code=postcode, Key category=type, Keysafe=location, Total keys=keyCount, Tag colour=, Issued to (name)=holder, Issued (date)=issuedAt, Expected return=dueAt, Additional notes=notes',
  Wachdienst:
    'Bund-Nr.=identifier, Kundenname=client, Objektname=premises, Objektadresse=address, Schlüsselanzahl=keyCount, Anz. Chips=fobCount, Siegelnr.=currentTag, Tresor=location, Fach=position, Ausgegeben an=holder, Ausgegeben am=issuedAt, Zurück bis=dueAt, Alarmcode=, Bem.=notes',
  conserjería:
    'Código llave=identifier, Comunidad=premises, Dirección completa=address, Nº de copias=keyCount, Nº mandos=fobCount, Tablero=location, Posición=position, Prestado a=holder, Fecha préstamo=issuedAt, Devolver antes de=dueAt, DNI=, Notas=notes',
  'gestion locative':
    'Code clé=identifier, Résidence=premises, Adresse complète=address, Bailleur=client, Nombre clés=keyCount, Nombre de badges=fobCount, Coffre=location, Casier=position, Prêté à=holder, Prêté le=issuedAt, À restituer le=dueAt, Caution=money, Remarque=notes',
  'Belgian syndic':
    'N° trousseau=identifier, ACP=premises, Rue=street, N°=house, Bte=house, CP=postcode, Commune=town, Nature=type, Nb clés=keyCount, Nb badges=fobCount, Armoire=location, Crochet=position, Détenteur=holder, Qualité=, Sorti le=issuedAt, Retour prévu=dueAt, Rentré ?=yes, Remarques=notes',
  'Swiss caretakers':
    'Schl.-Nr.=identifier, Liegenschaft=premises, Strasse / Nr.=street, PLZ=postcode, Ort=town, Bez. Türe=keyDescription, Schl.-Typ=type, Anz. Schl.=keyCount, Anz. Badge=fobCount, Verwaltung=client, Haken-Nr.=position, Abgegeben an=holder, am=issuedAt, zurück bis=dueAt, Bem.=notes',
  'Spanish alarm company':
    'Nº llavero=identifier, Abonado=money, Nombre del abonado=client, Dirección=address, Localidad=town, C.P.=postcode, Llaves=keyCount, Mandos=fobCount, Tipo de servicio=type, Clave alarma=, Delegación=location, Cajetín=position, Vigilante=holder, F. entrega=issuedAt, F. devolución=dueAt, Devuelta=yes, Observaciones=notes',
  'US fleet dealer':
    'Key Tag #=currentTag, Stock #=identifier, VIN=, Yr=money, Make=keyDescription, Model=keyDescription, Color=, Plate=keyDescription, Keys (qty)=keyCount, Fobs (qty)=fobCount, Lot=location, Peg=position, Class=type, In/Out=status, Out To=holder, Dept.=, Out Date/Time=issuedAt, Due Back=dueAt, Notes=notes',
  // Two languages in a heading, abbreviations, everyday words.
  verhuurmakelaar:
    'Sleutel nr.=identifier, soort / kind=type, straat=street, huisnr.=house, toev.=house, postcode=postcode, plaats=town, Verhuurder / landlord=client, aantal / qty=keyCount, druppels=fobCount, kast=location, haakje=position, Uitgeleend / out aan / to=holder, sinds / since=issuedAt, terug op=dueAt, Opmerkingen / remarks=notes, Huur p/m=',
  Alarmzentrale:
    'Obj.-Nr.=, Teilnehmer=client, Objektbezeichnung=premises, Straße/Nr.=street, PLZ=postcode, Ort=town, Bund-Nr.=identifier, Schl.-Art=type, Anz. Schl.=keyCount, Anz. Transp.=fobCount, Plomben-Nr.=currentTag, Tresor=location, Fach-Nr.=position, Entnommen durch=holder, Entnahme am=issuedAt, Soll-Rückgabe=dueAt, Unscharfcode=, Aufschaltung=, Bem.=notes',
  caretaker:
    'Block=premises, Key no=identifier, What it opens=keyDescription, How many=keyCount, Where it hangs=location, Who has got it=holder, When taken=issuedAt, Anything else=notes',
  'garage à Sète':
    'N° OR=, Client=client, Tél. client=phone, Véhicule=keyDescription, Immat.=keyDescription, Trousseau n°=identifier, Nbre de clés=keyCount, Télécommande=fobCount, Armoire=location, N° crochet=position, Catégorie=type, Situation=status, Confié à=holder, Le=issuedAt, Retour souhaité=dueAt, Km=money, Obs. atelier=notes',
  'administrador de comunidades':
    'COD. LLAVE=identifier, COMUNIDAD=premises, DOMICILIO=address, C.P.=postcode, MUNICIPIO=town, PRESIDENTE / PROPIETARIO=client, CLASE=type, UDS.=keyCount, MANDOS=fobCount, CUADRO=location, GANCHO=position, ABRE=keyDescription, ENTREGADA A=holder, FECHA ENTREGA=issuedAt, DEVOLVER EL=dueAt, DEVUELTA (S/N)=yes, OBSERV.=notes',
  'property manager':
    'Hook #=position, Property Name=premises, Unit=house, Street Address=address, Zip=postcode, Owner / LLC=client, # of Copies=keyCount, Key Code (bitting)=, Checked Out To=holder, Check-out Date=issuedAt, Due Back=dueAt, Reason=, Seal No.=currentTag, Comments=notes',
  'VvE-beheerder':
    'Sleutelnr.=identifier, Haakje=position, Objectnaam=premises, Straat + nr=street, PC=postcode, Plaats=town, Opdrachtgever=client, Aantal sltls=keyCount, Soort=type, Uitgegeven aan=holder, Uitgiftedatum=issuedAt, Retour uiterlijk=dueAt, Labelnr=currentTag, Bijzonderheden=notes',
  'Wachdienst mit Haken':
    'Schlüsselbund-Nr.=identifier, Kasten/Haken=position, Kunde=client, Objekt=premises, PLZ/Ort=town, Anz. Transponder=fobCount, z. Zt. bei=holder, ausgegeben am=issuedAt, letzte Kontrolle=, Alarmcode?=, Bem.=notes',
  'void homes':
    'Address 1=address, Town=town, Post Code=postcode, Keysafe pos=position, No. keys held=keyCount, No. fobs held=fobCount, Given to=holder, Contractor=, Given on=issuedAt, Expected back=dueAt, Officer notes=notes',
};
const PARTS = new Set(['house', 'street', 'town', 'postcode']);

export const trades = () =>
  Object.entries(TRADES).map(([name, line]) => {
    const { columns, heads } = headsOf(line);
    const values = columns.map(([, field]) => VALUES[field] ?? VALUES.none);
    const rows = Array.from({ length: 40 }, (_, n) => values.map((value) => value?.(n) ?? ''));
    const means = columns.flatMap(([heading, field]) =>
      field && field !== 'money' && field !== 'phone'
        ? [[heading, PARTS.has(field) ? 'address' : field === 'yes' ? 'status' : field] as const]
        : [],
    );
    return { name, rows: [heads, ...rows], means: Object.fromEntries(means) };
  });
