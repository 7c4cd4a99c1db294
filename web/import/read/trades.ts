/** Headings as ten trades write them, each with the field it means ('' for none) and values of that kind. */
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
    'Fleet No=, Registration=, Key Tag No=identifier, Vehicle=keyDescription, Depot=location, Hook #=position, Keys=keyCount, Taken By=holder, Taken=issuedAt, Due=dueAt, Mileage=money, Comment=notes',
  hotel:
    'Set=identifier, Key Description=keyDescription, Department=, Kept In=location, Category=type, Copies=keyCount, RFID=nfcSerial, With=holder, Since=issuedAt, Back By=dueAt, Phone=phone, Info=notes',
};
const PARTS = new Set(['house', 'street', 'town', 'postcode']);

export const trades = () =>
  Object.entries(TRADES).map(([name, line]) => {
    const columns = line.split(', ').map((column) => column.split('=') as [string, string]);
    const values = columns.map(([, field]) => VALUES[field] ?? VALUES.none);
    const rows = Array.from({ length: 40 }, (_, n) => values.map((value) => value?.(n) ?? ''));
    const means = columns.flatMap(([heading, field]) =>
      field && field !== 'money' && field !== 'phone'
        ? [[heading, PARTS.has(field) ? 'address' : field] as const]
        : [],
    );
    return { name, rows: [columns.map(([heading]) => heading), ...rows], means: Object.fromEntries(means) };
  });
