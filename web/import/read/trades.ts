/** Headings as twenty trades write them, each with the field it means ('' for none) and values of that kind. */
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
  parish:
    'Key ref no=identifier, Church=premises, Door / lock=keyDescription, Kept at=location, Hook no=position, How many=keyCount, Key holder=holder, Date given=issuedAt, To be returned by=dueAt, Deposit=money, Contact tel=phone, Remarks=notes',
  'self-storage':
    'Unit key=, Facility=premises, Facility address=address, Customer=client, Key cab=location, Slot=position, Qty keys=keyCount, Qty fobs=fobCount, Padlock no=, Checked out by=holder, Checked out on=issuedAt, Due in=dueAt, State=status',
  Universität:
    'Schlüsselnummer=identifier, Gebäude=premises, Raumbezeichnung=keyDescription, Straße u. Hausnr.=street, PLZ=postcode, Stadt=town, Schließart=type, Anzahl Schlüssel=keyCount, Anz. Transponder=fobCount, Aufbewahrungsort=location, Entleiher=holder, Ausgeliehen am=issuedAt, Rückgabe bis=dueAt, Kaution=money, Anmerkungen=notes',
  syndicus:
    'Sleutelcode=identifier, Gebouw=premises, Adres=address, Mede-eigenaar=client, Type sleutel=type, Aantal=keyCount, Badges=fobCount, Sleutelkast=location, Positie=position, Ontlener=holder, Uitgeleend op=issuedAt, Terug voor=dueAt, Opm.=notes',
  garage:
    'Réf. trousseau=identifier, Immatriculation=, Désignation=keyDescription, Nombre de clefs=keyCount, Nb badges=fobCount, Tableau=location, N° crochet=position, Client=client, Emprunteur=holder, Sorti le=issuedAt, À rendre le=dueAt, Statut=status, Commentaire=notes',
  'car dealer':
    'Key fob number=, Reg=, Make=keyDescription, No of keys=keyCount, Remote fobs=fobCount, Key machine=location, Peg no.=position, Taken out by=holder, Time taken=issuedAt, Return by=dueAt, Comments=notes, VIN=',
  council:
    'Key ID=identifier, Asset name=premises, Asset address=address, Post code=postcode, Key category=type, Keysafe=location, Total keys=keyCount, Tag colour=, Issued to (name)=holder, Issued (date)=issuedAt, Expected return=dueAt, Additional notes=notes',
  Wachdienst:
    'Bund-Nr.=identifier, Kundenname=client, Objektname=premises, Objektadresse=address, Schlüsselanzahl=keyCount, Anz. Chips=fobCount, Siegelnr.=currentTag, Tresor=location, Fach=position, Ausgegeben an=holder, Ausgegeben am=issuedAt, Zurück bis=dueAt, Alarmcode=, Bem.=notes',
  conserjería:
    'Código llave=identifier, Comunidad=premises, Dirección completa=address, Nº de copias=keyCount, Nº mandos=fobCount, Tablero=location, Posición=position, Prestado a=holder, Fecha préstamo=issuedAt, Devolver antes de=dueAt, DNI=, Notas=notes',
  'gestion locative':
    'Code clé=identifier, Résidence=premises, Adresse complète=address, Bailleur=client, Nombre clés=keyCount, Nombre de badges=fobCount, Coffre=location, Casier=position, Prêté à=holder, Prêté le=issuedAt, À restituer le=dueAt, Caution=money, Remarque=notes',
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
