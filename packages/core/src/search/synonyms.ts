/**
 * Words that people search for, by the generator type that they mean, separated by commas. Words of the type's name and
 * summary are found anyway.
 */
export const SYNONYMS: Readonly<Record<string, string>> = {
  object: 'nested, record, struct, row, json, map, document, sub-object, group',
  oneOf: 'variant, union, either, any of, mix, polymorphic, alternative, one of',

  'catbird.timestampNow':
    'when, timestamp, time, event time, created at, ts, now, updated at, occurred at, datetime, iso 8601, clock, utc, epoch',
  'catbird.datetimeNow':
    'timestamp, event time, now, clickhouse datetime, local time, current time, created at',
  'catbird.datetimeRecent': 'timestamp, when, recently, last seen, past day, created at, updated at',
  'catbird.datetimeBetween': 'timestamp, when, range, period, interval, created at',
  'catbird.pick': 'choice, enum, option, category, list, status, random value, one of',
  'catbird.pickWeighted': 'choice, enum, weights, probability, distribution, category, status, share, one of',
  'catbird.pickType': 'any, mixed, dirty data, dynamic, fuzz',
  'catbird.sequentialArray': 'cycle, round robin, rotate, in turn, loop, ordered list',
  'catbird.osName': 'operating system, platform, linux, windows, macos, android, ios, device',
  'catbird.browserName': 'chrome, firefox, safari, edge, client, web browser',
  'catbird.browserEngineName': 'blink, gecko, webkit, rendering engine, layout engine',
  'catbird.searchEngineName': 'google, bing, duckduckgo, referrer, traffic source, utm source',
  'catbird.latitudeNumeric': 'position, map, coordinate, gps, geo, lat, location',
  'catbird.longitudeNumeric': 'position, map, coordinate, gps, geo, lon, lng, long, location',
  'catbird.key':
    'foreign key, fk, primary key, id, user id, customer id, identifier, join, reference, device id, shared key, pool, account id, cardinality',
  'catbird.kind': 'class, category, segment, persona, bot, stratified, exact share, quota, role',
  'catbird.entity':
    'foreign key, dimension, join, lookup, master data, reference, user id, customer id, relation',
  'catbird.ref': 'copy, same as, reference, alias, duplicate, field value, other field',
  'catbird.template':
    'concatenate, concat, format, interpolation, string template, placeholder, message, compose, prefix, log line',
  'catbird.lookup': 'depends on, case, switch, conditional, if, mapping, dependent, when, correlated',
  'catbird.person':
    'user, customer, name, contact, profile, personal data, pii, gdpr, identity, employee, patient, member',
  'catbird.place': 'location, address, geo, city, region, coordinates, gps, lat, lon, country, store, site',
  'catbird.company':
    'organisation, organization, business, firm, employer, vendor, supplier, account, b2b, tenant',
  'catbird.card': 'credit card, debit card, payment, visa, mastercard, amex, pan, pci',
  'catbird.vehicle': 'car, vin, fleet, make and model, automobile, truck, taxi',
  'catbird.browser': 'user agent, device, client, os, viewport, screen, user-agent, web analytics, platform',
  'catbird.product':
    'item, sku, goods, article, catalogue, catalog, price, shop, merchandise, inventory, e-commerce',
  'catbird.journey':
    'state machine, funnel, markov, workflow, process, lifecycle, status, clickstream, flow, order status',
  'catbird.session': 'session id, visit, visit id, conversation, trace id, correlation id, case id, order id',
  'catbird.step': 'sequence number, index, position, hop, event number, attempt',
  'catbird.started': 'start time, begin, session start, created at, first seen',
  'catbird.next': 'end time, next event, due, dwell time, until, duration, valid to',
  'catbird.change':
    'cdc, change data capture, debezium, before and after, upsert, delete, op, mutation, slowly changing dimension, scd',
  'catbird.dataset': 'csv, table, file, lookup table, seed data, own data, real data, import, reference data',
  'catbird.normal':
    'gaussian, bell curve, latency, jitter, mean, standard deviation, noise, height, weight, temperature, score, sensor',
  'catbird.logNormal':
    'latency, response time, duration, income, salary, price, file size, payload size, bytes, long tail, skewed, revenue, p99, elapsed, ms, milliseconds',
  'catbird.exponential':
    'waiting time, interarrival, latency, gap, time between, decay, duration, timeout, ttl',
  'catbird.pareto':
    'power law, zipf, 80/20, long tail, popularity, followers, skew, heavy tail, wealth, hot key',
  'catbird.poisson': 'count, events per, arrivals, number of, quantity, items, calls, rare events',
  'catbird.beta':
    'rating, percentage, rate, share, probability, conversion, score, proportion, confidence, cpu, utilization',
  'catbird.histogram':
    'distribution, bins, buckets, percentiles, empirical, quantiles, own distribution, shape',
  'catbird.sequence':
    'id, auto increment, autoincrement, serial, counter, row number, incremental, primary key, offset, identity, sequence number, line number, version',
  'catbird.walk':
    'random walk, stock price, ticker, time series, sensor, temperature, gauge, metric, drift, balance, brownian, battery',
  'catbird.wave':
    'sine, seasonal, periodic, cycle, daily, temperature, oscillation, sensor, seasonality, time series',
  'catbird.expression':
    'formula, calculate, computed, math, sum, total, derived, arithmetic, calculation, if, subtotal, vat, tax, epoch, unix time, duration',
  'catbird.hierarchy': 'tree, category path, taxonomy, nested categories, region, drill down, parent, levels',
  'catbird.map': 'dictionary, dict, hash, key value, tags, labels, attributes, properties, metadata, headers',
  'catbird.text': 'string length, description, comment, message, fixed length, varchar, body, note, review',
  'catbird.route':
    'gps track, trajectory, path, moving, delivery, flight, position, vehicle position, telemetry, heading, speed',

  'airline.aircraftType': 'plane, jet, regional, narrowbody',
  'airline.airline': 'carrier, flight operator, iata',
  'airline.airplane': 'plane, aircraft, boeing, airbus, jet',
  'airline.airport': 'iata, flight, origin, destination, departure, arrival',
  'airline.flightNumber': 'flight, departure',
  'airline.recordLocator': 'pnr, booking, reservation, confirmation code, ticket',
  'airline.seat': 'place, cabin, boarding pass',

  'animal.petName': 'pet, nickname, dog name, cat name',
  'animal.type': 'species, pet, fauna, kind of animal',
  'animal.dog': 'breed, pet, puppy',
  'animal.cat': 'breed, pet, kitten',
  'animal.cetacean': 'whale, dolphin, sea',
  'animal.crocodilia': 'crocodile, alligator, reptile',
  'animal.insect': 'bug, beetle, bee',
  'animal.rodent': 'mouse, rat, hamster',

  'book.author': 'writer, novelist',
  'book.format': 'paperback, hardcover, ebook',
  'book.genre': 'fiction, category, novel',
  'book.publisher': 'press, imprint',
  'book.title': 'novel, headline, library',

  'color.human': 'colour name, red, green, blue, variant',
  'color.rgb': 'hex colour, hex color, css, #ff0000, red green blue',
  'color.hsl': 'hue, css',
  'color.cmyk': 'print',

  'commerce.department': 'shop, store, section, aisle, product category, team, category',
  'commerce.isbn': 'book, ean, barcode',
  'commerce.price': 'cost, amount, money, fee, value, total, unit price, retail, usd, eur',
  'commerce.product': 'item, goods, article, thing',
  'commerce.productAdjective': 'product quality, feature',
  'commerce.productDescription': 'item description, marketing text, copy, details',
  'commerce.productMaterial': 'fabric, wood, metal',
  'commerce.productName': 'item, sku name, title, goods, article, item name',
  'commerce.upc': 'barcode, ean, gtin, sku, product code, scan',

  'company.name':
    'company, organisation, organization, business, firm, employer, brand, vendor, supplier, merchant, tenant, account name',
  'company.buzzPhrase': 'jargon, marketing, mission',
  'company.catchPhrase': 'slogan, tagline, claim, campaign, motto',

  'database.collation': 'charset, encoding, utf8',
  'database.column': 'field name, attribute',
  'database.engine': 'storage engine, innodb, myisam',
  'database.mongodbObjectId': 'object id, bson, mongo, identifier, id',
  'database.type': 'column type, varchar, sql type',

  'datatype.boolean':
    'bool, flag, true, false, boolean flag, is active, enabled, yes no, bit, toggle, active, deleted, opt-in, consent',

  'date.anytime': 'timestamp, when, datetime, any date, created at',
  'date.between': 'timestamp, date range, when, period, datetime, interval',
  'date.betweens': 'dates, timestamps, range, several dates',
  'date.birthdate': 'birthday, date of birth, dob, age, born',
  'date.future':
    'due date, deadline, expiry, expiration, expires at, delivery date, eta, scheduled, valid until, renewal',
  'date.past': 'history, created at, joined, signup date, hire date, registered, order date, previous',
  'date.recent':
    'timestamp, when, time, yesterday, today, last seen, created at, updated at, datetime, last login',
  'date.soon': 'tomorrow, due date, expires at, upcoming, appointment, delivery date',
  'date.month': 'january, calendar, season',
  'date.weekday': 'day of week, monday, calendar, day',
  'date.timeZone': 'tz, timezone, utc offset, iana, zone',

  'finance.accountName': 'account type, savings, checking, ledger',
  'finance.accountNumber': 'bank account, account id, account no',
  'finance.amount':
    'money, price, cost, payment, total, balance, revenue, salary, invoice, sum, fee, transaction amount, usd, eur, decimal',
  'finance.bic': 'swift, bank code, bank identifier',
  'finance.bitcoinAddress': 'btc, crypto, wallet, blockchain',
  'finance.ethereumAddress': 'eth, crypto, wallet, blockchain, web3',
  'finance.litecoinAddress': 'ltc, crypto, wallet, blockchain',
  'finance.creditCardCVV': 'cvc, security code, card verification',
  'finance.creditCardIssuer': 'visa, mastercard, amex, card brand, payment method, card type, network',
  'finance.creditCardNumber': 'pan, payment card, debit card, luhn, visa, mastercard, pci',
  'finance.currency': 'money, usd, eur, iso 4217',
  'finance.currencyCode': 'usd, eur, gbp, iso 4217, money, currency iso',
  'finance.currencyName': 'dollar, euro, pound',
  'finance.currencySymbol': 'dollar sign, euro sign, $',
  'finance.currencyNumericCode': 'iso 4217',
  'finance.iban': 'bank account, account number, sepa, transfer',
  'finance.pin': 'code, passcode, otp, secret, verification code, one-time code',
  'finance.routingNumber': 'aba, bank code, sort code, ach',
  'finance.transactionDescription': 'payment text, statement, booking text, memo, reference',
  'finance.transactionType': 'payment type, deposit, withdrawal, payment, invoice, debit, credit',

  'food.dish': 'meal, menu, recipe, restaurant, order item',
  'food.description': 'menu text, recipe, meal',
  'food.ethnicCategory': 'cuisine, restaurant type, kitchen',
  'food.fruit': 'apple, grocery, produce',
  'food.ingredient': 'recipe, grocery',
  'food.vegetable': 'grocery, produce',
  'food.meat': 'beef, protein',
  'food.spice': 'seasoning, herb',

  'git.branch': 'ref, feature branch, ci, pipeline',
  'git.commitMessage': 'change log, vcs, version control',
  'git.commitSha': 'hash, sha1, digest, revision, checksum, commit id, build id, md5, sha256',
  'git.commitDate': 'rfc 2822, vcs',
  'git.commitEntry': 'vcs, log entry, version control',

  'hacker.phrase': 'tech jargon, log message, error message, message, nonsense',
  'hacker.abbreviation': 'acronym, protocol, tech term',
  'hacker.noun': 'tech term, component, device part',
  'hacker.verb': 'action, operation',
  'hacker.ingverb': 'activity',

  'helpers.arrayElement':
    'enum, choice, status, category, own values, list, option, one of, constant, random choice, event type, level, severity, type, state, tier, plan, channel, country list, log level, method',
  'helpers.arrayElements': 'tags, multiple choice, subset, list, labels, several values, array, multi select',
  'helpers.weightedArrayElement':
    'enum, weights, probability, choice, status, category, distribution, own values, event type, level, severity, one of, percent, shares, log level, state, error rate, plan, channel',
  'helpers.enumValue': 'choice, constant',
  'helpers.fromRegExp':
    'regex, regexp, pattern, format, sku, order number, code, licence plate, serial number, part number, custom id, invoice number, reference number, regular expression, ssn, tracking number',
  'helpers.objectEntry': 'key value, pair, map entry',
  'helpers.objectKey': 'map key, dictionary key',
  'helpers.objectValue': 'map value, dictionary value',
  'helpers.rangeToNumber': 'integer, range, random number',
  'helpers.replaceSymbols':
    'pattern, mask, format, sku, code, serial number, part number, order number, custom id, coupon, voucher, ssn',
  'helpers.replaceCreditCardSymbols': 'card pattern, luhn, check digit, mask',
  'helpers.shuffle': 'permutation, random order, rank, mix',
  'helpers.slugify': 'url slug, permalink, kebab case',
  'helpers.uniqueArray': 'distinct, set, tags, no duplicates',

  'image.avatar': 'profile picture, photo, picture, user image, portrait',
  'image.avatarGitHub': 'profile picture, photo',
  'image.dataUri': 'base64, svg, inline image, blob, picture',
  'image.personPortrait': 'photo, face, profile picture, headshot',
  'image.url': 'picture, photo, thumbnail, image link, media',
  'image.urlPicsumPhotos': 'picture, photo, thumbnail',

  'internet.displayName': 'nickname, handle, screen name, user name, alias',
  'internet.domainName': 'host, hostname, website, site, dns, domain, fqdn, server',
  'internet.domainSuffix': 'tld, top level domain, .com',
  'internet.domainWord': 'subdomain, host, hostname, tenant',
  'internet.email': 'mail, e-mail, contact, user, gdpr, pii, personal data, login',
  'internet.exampleEmail': 'mail, e-mail, safe email, test email, contact, gdpr, pii, personal data',
  'internet.emoji': 'reaction, smiley, unicode, icon, utf-8',
  'internet.httpMethod': 'verb, get, post, put, request method, api',
  'internet.httpStatusCode': 'response code, status, http status, 404, 500, 200, error code, api',
  'internet.ip': 'ip address, address, client ip, remote addr, host, network, source ip, gdpr',
  'internet.ipv4': 'ip address, client ip, remote addr, host, network, inet, cidr',
  'internet.ipv6': 'ip address, client ip, remote addr, host, network, inet6',
  'internet.jwt': 'token, auth token, bearer, access token, session token, api key',
  'internet.jwtAlgorithm': 'hs256, rs256, signing algorithm',
  'internet.mac': 'mac address, hardware address, device id, network, bssid, ethernet',
  'internet.password': 'secret, credential, login, api key, token, passphrase',
  'internet.port': 'tcp, udp, network, socket',
  'internet.protocol': 'http, https, scheme, network',
  'internet.url':
    'link, uri, website, page, href, endpoint, web address, referrer, path, web page, referer, page url, landing page',
  'internet.userAgent': 'browser, client, device, ua, user-agent, bot, mobile',
  'internet.username': 'login, handle, user, nickname, account, user name, user id, screen name, gdpr, pii',

  'location.buildingNumber': 'house number, street number',
  'location.cardinalDirection': 'compass, north, wind direction, heading',
  'location.city': 'town, place, municipality, location, geo',
  'location.continent': 'world region, europe, asia, emea',
  'location.country': 'nation, land, market, geo, region',
  'location.countryCode': 'iso 3166, us, de, gb, country iso, geo, market, nation, iso country',
  'location.county': 'district, region, area',
  'location.direction': 'compass, heading, bearing, wind direction',
  'location.language': 'locale, lang, iso 639, spoken',
  'location.latitude': 'lat, geo, gps, coordinate, position, map',
  'location.longitude': 'lon, lng, long, geo, gps, coordinate, position, map',
  'location.nearbyGPSCoordinate':
    'geo, lat lon, point, position, radius, geofence, coordinates, latlng, lat, near',
  'location.ordinalDirection': 'compass, wind direction, northeast',
  'location.postalAddress':
    'full address, mailing address, shipping address, billing address, delivery address, gdpr, pii',
  'location.secondaryAddress': 'apartment, suite, flat, unit, address line 2',
  'location.state': 'region, province, county, us state, federal state, territory, bundesland',
  'location.street': 'road, avenue, street name',
  'location.streetAddress':
    'address, address line, house, shipping address, delivery, home address, gdpr, pii',
  'location.timeZone': 'tz, timezone, utc offset, iana, zone',
  'location.zipCode': 'postcode, postal code, zip, plz, post code',

  'lorem.lines': 'multiline, log lines',
  'lorem.paragraph': 'description, body, comment, review, content, message, text',
  'lorem.paragraphs': 'article, body, content, blog post, long text, html',
  'lorem.sentence':
    'comment, message, description, subject, note, headline, text, review, log message, title',
  'lorem.sentences': 'comment, description, review, body, text',
  'lorem.slug': 'url slug, permalink, path, page path, kebab case',
  'lorem.text': 'lorem ipsum, dummy text, placeholder, body, blob, description',
  'lorem.word': 'dummy, placeholder, string, keyword, tag',
  'lorem.words': 'title, headline, search term, query, search query, keywords, string',

  'music.album': 'record, release, cd',
  'music.artist': 'singer, band, musician',
  'music.genre': 'style, pop, rock, jazz',
  'music.songName': 'track, title, playlist, single',

  'number.int':
    'integer, whole number, count, quantity, amount, age, random number, int32, int64, long, epoch, size, stock, year, points, score, clicks, views, level',
  'number.float':
    'decimal, double, real, percentage, ratio, measurement, price, temperature, rate, weight, score, float64, numeric, uniform, percent, discount, sensor, voltage',
  'number.bigInt': 'long, int64, bigint, large number, snowflake, uint64',
  'number.binary': 'bits, base 2',
  'number.hex': 'hexadecimal, base 16',
  'number.octal': 'base 8, file mode, chmod',
  'number.romanNumeral': 'roman, ordinal',

  'person.bio': 'about, biography, profile text, description',
  'person.firstName': 'given name, forename, name, user, gdpr, pii, personal data',
  'person.fullName':
    'name, gdpr, pii, personal data, user, customer, contact, employee, recipient, human, patient',
  'person.gender': 'sex, identity, pronoun',
  'person.jobArea': 'department, division, business unit, field of work',
  'person.jobDescriptor': 'seniority, level, rank',
  'person.jobTitle': 'role, position, occupation, profession, job',
  'person.jobType': 'role, occupation, profession',
  'person.lastName': 'surname, family name, name, gdpr, pii, personal data',
  'person.middleName': 'second name, initial, name',
  'person.prefix': 'salutation, honorific, mr, mrs, title, dr',
  'person.suffix': 'jr, sr, phd, degree',
  'person.sex': 'gender, male, female',
  'person.sexType': 'gender, male, female',
  'person.zodiacSign': 'horoscope, star sign, astrology',

  'phone.imei': 'device id, mobile, handset, serial number, iot',
  'phone.number': 'telephone, mobile, cell, tel, msisdn, contact, call, sms, gdpr, pii',

  'science.chemicalElement': 'atom, chemistry, periodic table, metal',
  'science.unit': 'si, measure, metre, kilogram, unit of measure, uom',

  'string.alpha': 'letters, characters, random string, chars, text',
  'string.alphanumeric':
    'token, code, random string, id, api key, reference, sku, coupon, secret, varchar, session id, voucher',
  'string.binary': 'bits, bitmask',
  'string.fromCharacters': 'alphabet, custom characters, random string, charset, code',
  'string.hexadecimal':
    'hex, hash, digest, trace id, checksum, md5, sha256, span id, hex string, fingerprint',
  'string.nanoid': 'short id, identifier, id, unique id, url id, key',
  'string.numeric': 'digits, code, zero padded, number string, otp, account number, numeric string',
  'string.octal': 'base 8',
  'string.sample': 'random string, ascii, text, characters, fuzz',
  'string.symbol': 'special characters, punctuation, fuzz',
  'string.ulid': 'sortable id, identifier, id, unique id, event id, ksuid, uuid v7',
  'string.uuid':
    'id, guid, identifier, unique id, primary key, key, event id, user id, order id, trace id, request id, session id, message id, transaction id, correlation id, idempotency key, v4, v7',

  'system.commonFileExt': 'file type, suffix, extension',
  'system.commonFileName': 'file, document, upload, attachment',
  'system.commonFileType': 'media type, file kind, video, audio, image',
  'system.cron': 'schedule, crontab, job, interval, recurring',
  'system.directoryPath': 'folder, dir, location',
  'system.fileExt': 'file type, suffix, extension',
  'system.fileName': 'file, document, upload, attachment, object key',
  'system.filePath': 'path, file, directory, s3 key, object key, full path, folder',
  'system.fileType': 'media type, kind',
  'system.mimeType': 'content type, media type, file type, content-type',
  'system.networkInterface': 'eth0, nic, network card, wlan',
  'system.semver': 'version, release, app version, build, firmware, software version, semantic version',

  'vehicle.bicycle': 'bike, cycle, e-bike',
  'vehicle.color': 'car colour, paint',
  'vehicle.fuel': 'diesel, petrol, electric, gasoline, energy',
  'vehicle.manufacturer': 'car make, brand, oem, maker',
  'vehicle.model': 'car model, car',
  'vehicle.type': 'suv, sedan, body type, car type',
  'vehicle.vehicle': 'car, make and model, automobile',
  'vehicle.vin': 'chassis number, vehicle identification number, car id, serial number',
  'vehicle.vrm': 'licence plate, license plate, number plate, registration, plate',

  'word.adjective': 'vocabulary, english',
  'word.adverb': 'vocabulary, english',
  'word.noun': 'vocabulary, english, thing, keyword',
  'word.verb': 'vocabulary, english, action',
  'word.sample': 'vocabulary, english, keyword, tag, term, string',
  'word.words': 'vocabulary, english, phrase, search term, query, title, text, keywords',
};
