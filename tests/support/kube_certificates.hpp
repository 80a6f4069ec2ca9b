/// Certificates made on the spot: an authority of our own and what it signs.
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace npushare::testing_support {

struct Certificate {
  std::string cert_pem;
  std::string key_pem;
  std::shared_ptr<X509> cert;
  std::shared_ptr<EVP_PKEY> key;
};

namespace certificates {

inline void check(bool worked) {
  if (!worked) throw std::runtime_error("OpenSSL refused to make a certificate");
}

template <class Write>
std::string as_pem(Write write) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> out(BIO_new(BIO_s_mem()), &BIO_free);
  check(write(out.get()) == 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

inline void add_extension(X509* cert, X509* issuer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, cert, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> extension(
      X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str()), &X509_EXTENSION_free);
  check(extension && X509_add_ext(cert, extension.get(), -1) == 1);
}

/// An unsigned certificate, good for an hour around now.
inline std::shared_ptr<X509> blank(const std::string& name, EVP_PKEY* key, long serial) {
  std::shared_ptr<X509> cert(X509_new(), &X509_free);
  X509_set_version(cert.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(cert.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(cert.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(cert.get()), 3600);
  X509_set_pubkey(cert.get(), key);
  const auto* text = reinterpret_cast<const unsigned char*>(name.c_str());
  X509_NAME_add_entry_by_txt(X509_get_subject_name(cert.get()), "CN", MBSTRING_UTF8, text, -1, -1,
                             0);
  return cert;
}

inline Certificate signed_by(const Certificate& issuer, std::shared_ptr<X509> cert,
                             std::shared_ptr<EVP_PKEY> key) {
  check(X509_set_issuer_name(cert.get(), X509_get_subject_name(issuer.cert.get())) == 1);
  check(X509_sign(cert.get(), issuer.key.get(), EVP_sha256()) > 0);
  Certificate out{.cert_pem = {}, .key_pem = {}, .cert = cert, .key = key};
  out.cert_pem = as_pem([&](BIO* to) { return PEM_write_bio_X509(to, cert.get()); });
  out.key_pem = as_pem([&](BIO* to) {
    return PEM_write_bio_PrivateKey(to, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
  });
  return out;
}

inline std::shared_ptr<EVP_PKEY> new_key() {
  return {EVP_EC_gen("P-256"), &EVP_PKEY_free};
}

}  // namespace certificates

inline Certificate make_authority(const std::string& name) {
  const std::shared_ptr<EVP_PKEY> key = certificates::new_key();
  const std::shared_ptr<X509> cert = certificates::blank(name, key.get(), 1);
  certificates::add_extension(cert.get(), cert.get(), NID_basic_constraints, "critical,CA:TRUE");
  return certificates::signed_by({.cert_pem = {}, .key_pem = {}, .cert = cert, .key = key}, cert,
                                 key);
}

/// `names` as OpenSSL writes them: "DNS:api.test,IP:127.0.0.1".
inline Certificate make_certificate(const Certificate& authority, const std::string& names) {
  const std::shared_ptr<EVP_PKEY> key = certificates::new_key();
  const std::shared_ptr<X509> cert = certificates::blank("leaf", key.get(), 2);
  certificates::add_extension(cert.get(), authority.cert.get(), NID_subject_alt_name, names);
  return certificates::signed_by(authority, cert, key);
}

}  // namespace npushare::testing_support
